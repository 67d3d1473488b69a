/** Lets a number of tasks run at once; the others wait in order, and no longer than they want to. */
export class Slots {
  readonly #waiting: { readonly start: () => void; readonly give: () => void }[] = [];
  #free: number;
  #changedAt = performance.now();
  #closed = false;

  constructor(size: number) {
    this.#free = size;
  }

  /** The number of tasks that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether all slots have been taken for this long. */
  isStuckFor(milliseconds: number): boolean {
    return this.#free === 0 && performance.now() - this.#changedAt > milliseconds;
  }

  /** Runs `work` in a slot; returns null if none became free in time. */
  async run<T>(waitMs: number, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#enter(waitMs))) return null;
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Ends all waiting, and lets nobody else enter. */
  close(): void {
    this.#closed = true;
    for (const { give } of this.#waiting.splice(0)) give();
  }

  #enter(waitMs: number): boolean | Promise<boolean> {
    if (this.#closed) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      this.#changedAt = performance.now();
      return true;
    }
    return new Promise((resolve) => {
      const settle = (entered: boolean) => {
        clearTimeout(timer);
        resolve(entered);
      };
      const entry = { start: () => settle(true), give: () => settle(false) };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        entry.give();
      }, waitMs);
      this.#waiting.push(entry);
    });
  }

  #leave(): void {
    this.#changedAt = performance.now();
    const next = this.#waiting.shift();
    if (next) next.start();
    else this.#free += 1;
  }
}
