type Waiting = { readonly slots: number; readonly start: () => void; readonly give: () => void };

/** Lets a number of tasks run at once; the others wait in order, and no longer than they want to. */
export class Slots {
  readonly #size: number;
  readonly #waiting: Waiting[] = [];
  #free: number;
  #changedAt = performance.now();
  #closed = false;

  constructor(size: number) {
    this.#size = size;
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

  /**
   * Runs `work` in a slot, or in several; returns null if they did not become free in time. Work that wants more than there
   * are has all of them.
   */
  async run<T>(waitMs: number, work: () => Promise<T>, wanted = 1): Promise<T | null> {
    const slots = Math.min(wanted, this.#size);
    if (!(await this.#enter(waitMs, slots))) return null;
    try {
      return await work();
    } finally {
      this.#take(-slots);
      this.#startWaiting();
    }
  }

  /** Ends all waiting, and lets nobody else enter. */
  close(): void {
    this.#closed = true;
    for (const { give } of this.#waiting.splice(0)) give();
  }

  #enter(waitMs: number, slots: number): boolean | Promise<boolean> {
    if (this.#closed) return false;
    if (this.#waiting.length === 0 && slots <= this.#free) {
      this.#take(slots);
      return true;
    }
    return new Promise((resolve) => {
      const settle = (entered: boolean) => {
        clearTimeout(timer);
        resolve(entered);
      };
      const entry = { slots, start: () => settle(true), give: () => settle(false) };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        entry.give();
        // It may have held up others that want less.
        this.#startWaiting();
      }, waitMs);
      this.#waiting.push(entry);
    });
  }

  #take(slots: number): void {
    this.#free -= slots;
    this.#changedAt = performance.now();
  }

  #startWaiting(): void {
    for (let next = this.#waiting[0]; next && next.slots <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#take(next.slots);
      next.start();
    }
  }
}
