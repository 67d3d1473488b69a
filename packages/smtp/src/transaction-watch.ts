import { uuidv7 } from '@mailroom/ids';
import { silentLog, startTrace, traceOfMessage, type Log, type Span } from '@mailroom/observability';
import { commitSeconds, messageBytes, resultOf, transactions, type TransactionResult } from './smtp-metrics.js';

/** Follows one mail transaction from DATA on, and reports how it ended, once. */
export class TransactionWatch {
  readonly rawId = uuidv7();
  readonly #span: Span;
  readonly #begunAt = performance.now();
  #bytes = 0;
  #completeAt = 0;
  #isOver = false;

  constructor(
    /** The id in the Received header. */
    private readonly id: string,
    private readonly recipients: number,
    private readonly log: Log = silentLog,
  ) {
    this.#span = startTrace('smtp transaction', 'server', traceOfMessage(this.rawId));
  }

  /** Records that the end of DATA has come. */
  complete(bytes: number): void {
    this.#bytes = bytes;
    this.#completeAt = performance.now();
  }

  /** Reports that it was answered with this code. */
  end(code: number): void {
    const result = resultOf(code);
    if (result === 'accepted') {
      commitSeconds.observe((performance.now() - this.#completeAt) / 1_000);
      messageBytes.observe(this.#bytes);
    }
    this.#tell(result, code);
  }

  /** Reports that the connection ended before it was answered. */
  lose(): void {
    this.#tell('lost', 0);
  }

  #tell(result: TransactionResult, code: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    transactions[result].inc();
    const [bytes, recipients] = [this.#bytes, this.recipients];
    const failed = result !== 'accepted';
    this.#span.end({ 'mailroom.result': result, 'mailroom.bytes': bytes, 'mailroom.recipients': recipients }, failed);
    if (!this.log.isLevelEnabled('info')) return;
    const { traceId } = this.#span.context;
    const ms = Math.round(performance.now() - this.#begunAt);
    this.log.info({ traceId, transaction: this.id, result, code, bytes, recipients, ms }, 'smtp transaction');
  }
}
