import { Pauses } from './pauses.js';

/** A step that failed is tried again after this long, and then ever less often, up to its interval. */
const FIRST_PAUSE_MS = 1_000;

/** Runs a step when woken and at every interval, one at a time; a step that says there is more runs again at once. */
export class PollingLoop {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #hasFailed = false;
  readonly #pauses: Pauses;

  constructor(
    private readonly step: () => Promise<boolean>,
    private readonly options: { readonly intervalMs: number; readonly onError: (error: unknown) => void },
  ) {
    this.#pauses = new Pauses(FIRST_PAUSE_MS, options.intervalMs);
    this.#schedule();
  }

  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
      else this.#schedule();
    });
  }

  /** Starts no more steps, and resolves when the one under way has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      try {
        if (await this.step()) this.#again = true;
        this.#hasFailed = false;
        this.#pauses.reset();
      } catch (error) {
        this.#hasFailed = true;
        this.options.onError(error);
      }
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const { intervalMs } = this.options;
    const pauseMs = this.#hasFailed ? Math.min(this.#pauses.next(), intervalMs) : intervalMs;
    this.#timer = setTimeout(() => this.wake(), pauseMs);
  }
}
