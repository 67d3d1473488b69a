import { OUT_OF_MEMORY, type KillableWorker, type KillableWorkers, type WorkerLoss } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import type { TextJob, TextOutcome, TextReport, TextRequest } from './text-job.js';

export type TextThreadOptions = {
  /** The time limit for one file. */
  readonly timeoutMs: number;
  /** How much the whole process may grow while a file is read: buffers are not part of a worker's heap. */
  readonly maxGrowthMb: number;
  /** After this long without work, the worker and its memory are released. */
  readonly idleMs: number;
};

const WATCH_MS = 25;
const MB = 1024 * 1024;

const TOO_SLOW = 'The file takes too long to read.';
const TOO_LARGE = 'The file needs more memory than reading it is given.';
const CRASHED = 'The file is broken.';

/** The one pending question. */
type Asked = { readonly answer: (outcome: TextOutcome) => void; readonly reject: (error: DomainError) => void };

/** A worker that reads one file at a time; it is killed when a file takes too much time or memory. */
export class TextThread {
  #worker: KillableWorker<TextReport> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #asked: Asked | undefined;

  constructor(
    private readonly workers: KillableWorkers,
    private readonly options: TextThreadOptions,
  ) {}

  /**
   * The job's content is copied, since the worker takes ownership of it.
   * @throws unavailable if no worker can be started, which tells us nothing about the file
   */
  async read({ kind, content, charset }: TextJob): Promise<TextOutcome> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const request: TextRequest = { kind, content: new Uint8Array(content), charset };
    const outcome = await this.#ask(worker, request);
    if (this.#worker === worker) this.#idle = setTimeout(() => void this.close(), this.options.idleMs).unref();
    return outcome;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#asked?.answer({ ok: false, unreadable: 'Reading was stopped.' });
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.close();
  }

  async #ask(worker: KillableWorker<TextReport>, request: TextRequest): Promise<TextOutcome> {
    const over = new AbortController();
    try {
      return await new Promise<TextOutcome>((answer, reject) => {
        this.#asked = { answer, reject };
        this.#watch(worker, over.signal);
        worker.post(request, [request.content.buffer as ArrayBuffer]);
      });
    } finally {
      over.abort();
      this.#asked = undefined;
    }
  }

  /** Watches time and memory until the job is over. */
  #watch(worker: KillableWorker<TextReport>, over: AbortSignal): void {
    const { timeoutMs, maxGrowthMb } = this.options;
    const allowed = process.memoryUsage.rss() + maxGrowthMb * MB;
    const memory = setInterval(() => {
      if (process.memoryUsage.rss() > allowed) worker.kill(OUT_OF_MEMORY);
    }, WATCH_MS);
    const deadline = setTimeout(() => worker.kill('timeout'), timeoutMs);
    over.addEventListener('abort', () => {
      clearInterval(memory);
      clearTimeout(deadline);
    });
  }

  #start(): KillableWorker<TextReport> {
    const worker = this.workers.start<TextReport>({
      onMessage: (report) => {
        if (report === 'started') worker.prove();
        else this.#asked?.answer(report);
      },
      onLost: (loss) => {
        this.#worker = undefined;
        this.#lose(loss);
      },
    });
    return worker;
  }

  #lose({ reason, isProven }: WorkerLoss): void {
    if (reason === 'timeout') this.#asked?.answer({ ok: false, unreadable: TOO_SLOW });
    else if (reason === OUT_OF_MEMORY) this.#asked?.answer({ ok: false, unreadable: TOO_LARGE });
    else if (isProven) this.#asked?.answer({ ok: false, unreadable: CRASHED });
    else this.#asked?.reject(new DomainError('unavailable', 'Attachments can not be read at the moment.'));
  }
}
