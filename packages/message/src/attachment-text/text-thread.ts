import { Worker } from 'node:worker_threads';
import type { TextJob, TextOutcome, TextRequest } from './text-job.js';

export type TextThreadOptions = {
  /** The time limit for one file. */
  readonly timeoutMs: number;
  readonly maxHeapMb: number;
  /** How much the whole process may grow while a file is read: buffers are not part of a worker's heap. */
  readonly maxGrowthMb: number;
  /** After this long without work, the worker and its memory are released. */
  readonly idleMs: number;
  /** Another worker file, for tests with workers that hang or crash. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/attachment-text/text.worker.js', import.meta.url);
const WATCH_MS = 25;
const MB = 1024 * 1024;

const TOO_SLOW = 'The file takes too long to read.';
const TOO_LARGE = 'The file needs more memory than reading it is given.';
const CRASHED = 'The file is broken.';

/** The ways in which the one pending question ends. */
type Asked = { readonly answer: (outcome: TextOutcome) => void; readonly fail: (unreadable: string) => void };

/** A worker that reads one file at a time; it is killed when a file takes too much time or memory. */
export class TextThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #asked: Asked | undefined;

  constructor(private readonly options: TextThreadOptions) {}

  /** Never rejects. The job's content is copied, since the worker takes ownership of it. */
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
    this.#asked?.fail('Reading was stopped.');
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #ask(worker: Worker, request: TextRequest): Promise<TextOutcome> {
    return new Promise((resolve) => {
      const stop = new AbortController();
      const end = (outcome: TextOutcome, isLost: boolean) => {
        if (stop.signal.aborted) return;
        stop.abort();
        this.#asked = undefined;
        if (isLost) this.#lose(worker);
        resolve(outcome);
      };
      const fail = (unreadable: string) => end({ ok: false, unreadable }, true);
      this.#asked = { answer: (outcome) => end(outcome, false), fail };
      this.#watch(fail, stop.signal);
      worker.postMessage(request, [request.content.buffer as ArrayBuffer]);
    });
  }

  /** Watches time and memory until the job is over. */
  #watch(fail: (unreadable: string) => void, over: AbortSignal): void {
    const { timeoutMs, maxGrowthMb } = this.options;
    const allowed = process.memoryUsage.rss() + maxGrowthMb * MB;
    const memory = setInterval(() => {
      if (process.memoryUsage.rss() > allowed) fail(TOO_LARGE);
    }, WATCH_MS);
    const deadline = setTimeout(() => fail(TOO_SLOW), timeoutMs);
    over.addEventListener('abort', () => {
      clearInterval(memory);
      clearTimeout(deadline);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.options.workerUrl ?? WORKER_URL, {
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxHeapMb },
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    const fail = (reason: string) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#asked?.fail(reason);
    };
    worker.on('message', (outcome: TextOutcome) => {
      if (this.#worker === worker) this.#asked?.answer(outcome);
    });
    worker.on('error', (error: Error & { code?: string }) => {
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : CRASHED);
    });
    worker.on('exit', () => fail(CRASHED));
    return worker;
  }

  #lose(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}
