import { ParserThread } from './parser-thread.js';
import type { ParseJob, ParseOutcome, WorkerSettings } from './parse-job.js';

export type ParserPoolOptions = WorkerSettings & {
  readonly workers: number;
  /** For one message, from when its worker begins it. */
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
  /** Another worker file, for tests of hanging and crashing ones. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/parsing/parse.worker.js', import.meta.url);

/** A job on its way, with how often a worker that it was on was lost through another's fault. */
export type Assignment = { readonly job: ParseJob; readonly settle: (outcome: ParseOutcome) => void };

/** Parses messages in worker threads that can be killed: what hangs or crashes one takes no other message with it. */
export class ParserPool {
  readonly #threads: ParserThread[] = [];
  readonly #waiting: Assignment[] = [];
  #closed = false;

  constructor(private readonly options: ParserPoolOptions) {}

  parse(job: ParseJob): Promise<ParseOutcome> {
    if (this.#closed) return Promise.resolve({ ok: false, reason: 'closed' });
    return new Promise((settle) => {
      this.#waiting.push({ job, settle });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Hands what waits to threads with room; a new thread is started only when all are busy. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#free();
      const next = thread && this.#waiting.shift();
      if (!next) return;
      thread.take(next);
    }
  }

  #free(): ParserThread | undefined {
    const idle = this.#threads.find((thread) => thread.load === 0);
    if (idle) return idle;
    if (this.#threads.length < this.options.workers) {
      const thread = new ParserThread(this.options.workerUrl ?? WORKER_URL, this.options, {
        onRoom: () => this.#assign(),
        onLost: (assignments) => {
          this.#waiting.unshift(...assignments);
          this.#assign();
        },
      });
      this.#threads.push(thread);
      return thread;
    }
    return this.#threads.filter((thread) => thread.hasRoom).sort((a, b) => a.load - b.load)[0];
  }
}
