import { commitSeconds, messageBytes, resultOf, transactions, type TransactionResult } from './smtp-metrics.js';

/** Follows one mail transaction from DATA on, and tells how it ended, once. */
export class TransactionWatch {
  #bytes = 0;
  #completeAt = 0;
  #isOver = false;

  /** The end of DATA has come. */
  complete(bytes: number): void {
    this.#bytes = bytes;
    this.#completeAt = performance.now();
  }

  /** It was answered with a reply of this code. */
  end(code: number): void {
    const result = resultOf(code);
    if (result === 'accepted') {
      commitSeconds.observe((performance.now() - this.#completeAt) / 1_000);
      messageBytes.observe(this.#bytes);
    }
    this.#tell(result);
  }

  /** The connection ended before it was answered. */
  lose(): void {
    this.#tell('lost');
  }

  #tell(result: TransactionResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    transactions[result].inc();
  }
}
