import { KillableWorkers, type JobThreadOptions } from '@mailroom/concurrency';
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
  maxWaiting: 16,
  timeoutMs: 15_000,
  stuckMs: 60_000,
  maxHeapMb: 256,
  maxGrowthMb: 512,
  idleMs: 30_000,
};

type Waiting = { readonly job: TextJob; readonly settle: (outcome: TextOutcome | Promise<TextOutcome>) => void };

/** Reads the text of files in workers that can be killed: a few at once, while a bounded number wait. */
export class TextReader {
  readonly #idle: TextThread[];
  readonly #threads: readonly TextThread[];
  readonly #waiting: Waiting[] = [];

  constructor(private readonly options: TextReaderOptions) {
    const { workerUrl = WORKER_URL, maxHeapMb } = options;
    const workers = new KillableWorkers({ url: workerUrl, maxHeapMb, silent: true });
    this.#threads = Array.from({ length: options.threads }, () => new TextThread(workers, options));
    this.#idle = [...this.#threads];
  }

  /** @throws unavailable if too many files wait already, or no worker can be started */
  read(job: TextJob): Promise<TextOutcome> {
    if (this.#idle.length === 0 && this.#waiting.length >= this.options.maxWaiting) {
      const detail = 'Too many attachments are being read at once.';
      throw new DomainError('unavailable', detail, { fix: 'Try again in a few seconds.', retryAfterSeconds: 5 });
    }
    return new Promise((settle) => {
      this.#waiting.push({ job, settle });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    for (const { settle } of this.#waiting.splice(0)) settle({ ok: false, unreadable: 'Reading was stopped.' });
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #assign(): void {
    const next = this.#waiting[0];
    const thread = next && this.#idle.pop();
    if (!thread) return;
    this.#waiting.shift();
    const reading = thread.read(next.job).finally(() => {
      this.#idle.push(thread);
      this.#assign();
    });
    next.settle(reading);
  }
}
