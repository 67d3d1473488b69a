/** Milliseconds between two checks for waits that are over: a wait may end this much later than asked. */
const TICK_MS = 50;

/** Ends thousands of waits with one timer, which runs only while somebody waits. */
export class Deadlines {
  readonly #ticks = new Map<number, Set<() => void>>();
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `onOver` after a time, unless the returned function cancels it. */
  add(afterMs: number, onOver: () => void): () => void {
    // Always a tick that is still to come.
    const tick = Math.floor((performance.now() + afterMs) / TICK_MS) + 1;
    const waiting = this.#ticks.get(tick) ?? new Set();
    this.#ticks.set(tick, waiting.add(onOver));
    this.#start();
    return () => {
      waiting.delete(onOver);
      if (waiting.size > 0 || this.#ticks.get(tick) !== waiting) return;
      this.#ticks.delete(tick);
      if (this.#ticks.size === 0) this.#stop();
    };
  }

  #start(): void {
    if (this.#timer) return;
    this.#next = Math.floor(performance.now() / TICK_MS);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const now = Math.floor(performance.now() / TICK_MS);
    for (; this.#next <= now; this.#next += 1) {
      const over = this.#ticks.get(this.#next);
      this.#ticks.delete(this.#next);
      for (const onOver of over ?? []) onOver();
    }
    if (this.#ticks.size === 0) this.#stop();
  }
}
