import { alwaysRecorded } from '@mailroom/messaging';
import type { TaskStatus } from './task.js';

/** One claim that waits: it looks for a task, sleeps until it is woken, and looks again. */
export class WaitingClaim {
  #wake: ((again: boolean) => void) | undefined;
  /** True if it was woken while it was looking. */
  #again = false;
  #ended = false;

  constructor(private readonly statuses: readonly TaskStatus[]) {}

  get isAsleep(): boolean {
    return this.#wake !== undefined;
  }

  /** Whether it waits for a change of which the feed may not tell. */
  get waitsForSilentChange(): boolean {
    return this.statuses.some((status) => !alwaysRecorded.includes(status));
  }

  wants(status: string): boolean {
    return this.statuses.some((wanted) => wanted === status);
  }

  /** Resolves when it is worth looking again, or with false when the wait is over. */
  async woken(): Promise<boolean> {
    if (this.#ended) return false;
    if (this.#again) {
      this.#again = false;
      return true;
    }
    return new Promise((resolve) => (this.#wake = resolve));
  }

  wake(): void {
    if (this.#wake) this.#settle(true);
    else this.#again = true;
  }

  end(): void {
    this.#ended = true;
    this.#settle(false);
  }

  #settle(again: boolean): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.(again);
  }
}
