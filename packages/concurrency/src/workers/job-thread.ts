import type { Transferable } from 'node:worker_threads';
import { OUT_OF_MEMORY, type KillableWorker, type WorkerLoss } from './killable-worker.js';
import type { KillableWorkers } from './killable-workers.js';

export type JobThreadOptions = {
  /** The time limit for one job. */
  readonly timeoutMs: number;
  /** How much the whole process may grow during one: buffers are not part of a worker's heap. */
  readonly maxGrowthMb: number;
  /** After this long without work, the worker and its memory are released. */
  readonly idleMs: number;
};

/** What a worker says: first that it works, then how each job ended. */
export type JobReport<Outcome> = 'started' | { readonly outcome: Outcome };

/** How a job ended, or why it did not: `timeout`, `out of memory`, `closed`, or what happened to its worker. */
export type JobEnd<Outcome> = { readonly outcome: Outcome } | { readonly lost: WorkerLoss };

const CLOSED: WorkerLoss = { reason: 'closed', isProven: true };
const WATCH_MS = 25;
const MB = 1024 * 1024;

/** A worker that does one job at a time; it is killed when a job takes too much time or memory. */
export class JobThread<Request, Outcome> {
  #worker: KillableWorker<JobReport<Outcome>> | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Answers the one pending job. */
  #end: ((end: JobEnd<Outcome>) => void) | undefined;

  constructor(
    private readonly workers: KillableWorkers,
    private readonly options: JobThreadOptions,
  ) {}

  /** @param transfer what the worker takes ownership of */
  async run(request: Request, transfer: readonly Transferable[]): Promise<JobEnd<Outcome>> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const end = await this.#ask(worker, request, transfer);
    if (this.#worker === worker) this.#idle = setTimeout(() => void this.close(), this.options.idleMs).unref();
    return end;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#end?.({ lost: CLOSED });
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.close();
  }

  async #ask(
    worker: KillableWorker<JobReport<Outcome>>,
    request: Request,
    transfer: readonly Transferable[],
  ): Promise<JobEnd<Outcome>> {
    const over = new AbortController();
    try {
      return await new Promise<JobEnd<Outcome>>((end) => {
        this.#end = end;
        this.#watch(worker, over.signal);
        worker.post(request, transfer);
      });
    } finally {
      over.abort();
      this.#end = undefined;
    }
  }

  /** Watches time and memory until the job is over. */
  #watch(worker: KillableWorker<JobReport<Outcome>>, over: AbortSignal): void {
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

  #start(): KillableWorker<JobReport<Outcome>> {
    const worker = this.workers.start<JobReport<Outcome>>({
      onMessage: (report) => {
        if (report === 'started') worker.prove();
        else this.#end?.(report);
      },
      onLost: (lost) => {
        this.#worker = undefined;
        this.#end?.({ lost });
      },
    });
    return worker;
  }
}
