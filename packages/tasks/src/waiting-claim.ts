import { alwaysRecorded } from '@mailroom/messaging';
import { textOf, type TurnFilter } from './claim-turn.js';

/** One claim that waits: it looks for a task, sleeps until it is woken, and looks again. */
export class WaitingClaim {
  #wake: ((again: boolean) => void) | undefined;
  /** True if it was woken while it was looking. */
  #again = false;
  #ended = false;

  /** The same for all who ask for the same tasks. */
  readonly asked: string;

  constructor(private readonly filter: TurnFilter) {
    this.asked = textOf(filter);
  }

  get isAsleep(): boolean {
    return this.#wake !== undefined;
  }

  /** Whether it waits for a change of which the feed may not tell. */
  get waitsForSilentChange(): boolean {
    return this.filter.statuses.some((status) => !alwaysRecorded.includes(status));
  }

  /** Whether it asks for a task that is given a status. */
  wants(emailId: number, status: string): boolean {
    const { statuses, oldestFirst, cursor } = this.filter;
    const isBeyond = cursor === undefined || (oldestFirst ? emailId > cursor : emailId < cursor);
    return isBeyond && statuses.some((wanted) => wanted === status);
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
