import { PollingLoop } from '@mailroom/concurrency';
import type { ReceiptRepository } from './receipt.repository.js';
import type { ReceiptSettlement } from './receipt-settlement.js';

const POLL_MS = 1_000;
const TAKEN = 8;

/** Tries again what was not settled when it was submitted, in any number of processes at once. */
export class ReceiptSweeper {
  readonly #loop: PollingLoop;

  constructor(
    private readonly receipts: ReceiptRepository,
    private readonly settlement: ReceiptSettlement,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#loop = new PollingLoop(() => this.sweep(), { intervalMs: POLL_MS, onError });
  }

  start(): void {
    this.#loop.wake();
  }

  /** Resolves when the attempts under way have ended. */
  async close(): Promise<void> {
    await this.#loop.close();
  }

  /** Tries those that are due; true if there may be more. */
  async sweep(): Promise<boolean> {
    const claimed = await this.receipts.claimDue(TAKEN, this.onError);
    // One that fails has its lease to wait out, and stops no other.
    await Promise.all(claimed.map((receipt) => this.settlement.attempt(receipt).catch(this.onError)));
    return claimed.length === TAKEN;
  }
}
