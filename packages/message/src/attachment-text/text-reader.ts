import { FairQueue, KillableWorkers, TenantShares, type JobThreadOptions } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import type { TextJob, TextOutcome } from './text-job.js';
import { TextThread } from './text-thread.js';

export type TextReaderOptions = JobThreadOptions & {
  readonly threads: number;
  readonly maxWaiting: number;
  readonly maxHeapMb: number;
  /** Another worker file, for tests with workers that hang or crash. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/attachment-text/text.worker.js', import.meta.url);

export const TEXT_READER_DEFAULTS: TextReaderOptions = {
  threads: 2,
  maxWaiting: 32,
  timeoutMs: 15_000,
  stuckMs: 60_000,
  maxHeapMb: 256,
  maxGrowthMb: 512,
  idleMs: 30_000,
};

type Waiting = { readonly job: TextJob; readonly settle: (outcome: TextOutcome | Promise<TextOutcome>) => void };

/**
 * Reads the text of files in workers that can be killed: a few at once, while a bounded number wait. Tenants take turns, and
 * none takes all of the room.
 */
export class TextReader {
  readonly #idle: TextThread[];
  readonly #threads: readonly TextThread[];
  readonly #waiting = new FairQueue<Waiting>();
  readonly #shares: TenantShares;

  constructor(options: TextReaderOptions) {
    const { workerUrl = WORKER_URL, maxHeapMb } = options;
    const workers = new KillableWorkers({ url: workerUrl, maxHeapMb, silent: true });
    this.#threads = Array.from({ length: options.threads }, () => new TextThread(workers, options));
    this.#idle = [...this.#threads];
    this.#shares = new TenantShares(options.threads + options.maxWaiting);
  }

  /**
   * @throws unavailable if too many files wait already, or no worker can be started; rate_limited if too many of them are
   * the tenant's
   */
  read(tenantId: string, job: TextJob): Promise<TextOutcome> {
    const retry = { fix: 'Try again in a few seconds.', retryAfterSeconds: 5 };
    if (this.#shares.isFull)
      throw new DomainError('unavailable', 'Too many attachments are being read at once.', retry);
    if (this.#shares.roomOf(tenantId) === 0) {
      throw new DomainError('rate_limited', 'Too many attachments of this tenant are being read at once.', retry);
    }
    this.#shares.begin(tenantId);
    const reading = new Promise<TextOutcome>((settle) => {
      this.#waiting.add({ job, settle }, [tenantId]);
      this.#assign();
    });
    return reading.finally(() => this.#shares.end(tenantId));
  }

  async close(): Promise<void> {
    for (let next = this.#waiting.take(); next; next = this.#waiting.take()) {
      next.settle({ ok: false, unreadable: 'Reading was stopped.' });
    }
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #assign(): void {
    const thread = this.#waiting.size > 0 ? this.#idle.pop() : undefined;
    const next = thread && this.#waiting.take();
    if (!next) return;
    const reading = thread.read(next.job).finally(() => {
      this.#idle.push(thread);
      this.#assign();
    });
    next.settle(reading);
  }
}
