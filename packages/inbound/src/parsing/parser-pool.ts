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

/** A job on its way. Rejected only when no worker can be started at all: that says nothing about the message. */
export type Assignment = {
  readonly job: ParseJob;
  readonly settle: (outcome: ParseOutcome) => void;
  readonly reject: (error: Error) => void;
};

/** Parses messages in worker threads that can be killed: what hangs or crashes one takes no other message with it. */
export class ParserPool {
  readonly #threads: ParserThread[] = [];
  readonly #waiting: Assignment[] = [];
  /** Were under way together when their worker was lost: each gets a worker for itself, to tell which one did it. */
  readonly #suspects: Assignment[] = [];
  /** Drained of other work for the suspects, one at a time, while the other threads go on. */
  #reserved: ParserThread | undefined;
  #closed = false;

  constructor(private readonly options: ParserPoolOptions) {}

  parse(job: ParseJob): Promise<ParseOutcome> {
    if (this.#closed) return Promise.resolve({ ok: false, reason: 'closed' });
    return new Promise((settle, reject) => {
      this.#waiting.push({ job, settle, reject });
      this.#assign();
    });
  }

  /** Starts a first worker before there is anything to parse, since that takes longer than parsing. */
  warm(): void {
    if (this.#threads.length === 0) this.#startThread().warm();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of [...this.#suspects.splice(0), ...this.#waiting.splice(0)]) {
      settle({ ok: false, reason: 'closed' });
    }
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Hands what waits to threads with room; a new thread is started only when all are busy. */
  #assign(): void {
    this.#assignSuspect();
    while (this.#waiting.length > 0) {
      const thread = this.#free();
      const next = thread && this.#waiting.shift();
      if (!next) return;
      thread.take(next);
    }
  }

  #assignSuspect(): void {
    if (this.#suspects.length > 0) this.#reserved ??= this.#leastLoaded();
    if (this.#reserved === undefined || this.#reserved.load > 0) return;
    const suspect = this.#suspects.shift();
    if (suspect === undefined) this.#reserved = undefined;
    else this.#reserved.take(suspect);
  }

  #leastLoaded(): ParserThread | undefined {
    return this.#threads.toSorted((a, b) => a.load - b.load)[0];
  }

  #free(): ParserThread | undefined {
    const others = this.#threads.filter((thread) => thread !== this.#reserved);
    const idle = others.find((thread) => thread.load === 0);
    if (idle) return idle;
    if (this.#threads.length < this.options.workers) return this.#startThread();
    return others.filter((thread) => thread.hasRoom).sort((a, b) => a.load - b.load)[0];
  }

  #startThread(): ParserThread {
    const thread = new ParserThread(this.options.workerUrl ?? WORKER_URL, this.options, {
      onRoom: () => this.#assign(),
      onLost: ({ suspects, innocent }) => {
        this.#suspects.push(...suspects);
        this.#waiting.unshift(...innocent);
        this.#assign();
      },
    });
    this.#threads.push(thread);
    return thread;
  }
}
