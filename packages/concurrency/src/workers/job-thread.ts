import type { Transferable } from 'node:worker_threads';
import { OUT_OF_MEMORY, type KillableWorker, type WorkerLoss } from './killable-worker.js';
import type { KillableWorkers } from './killable-workers.js';

export type JobThreadOptions = {
  /** The processor time that one job may take: by the clock, a busy machine would be its fault. */
  readonly timeoutMs: number;
  /** The time by the clock after which a job is given up, however little it does. */
  readonly stuckMs: number;
  /** How much the whole process may grow during one: buffers are not part of a worker's heap. */
  readonly maxGrowthMb: number;
  /** After this long without work, the worker and its memory are released. */
  readonly idleMs: number;
};

/** What a worker says: first that it works, and as which thread of the system; then how each job ended. */
export type JobReport<Outcome> = { readonly started: number | null } | { readonly outcome: Outcome };

/** How a job ended, or why it did not: `timeout`, `out of memory`, `closed`, or what happened to its worker. */
export type JobEnd<Outcome> = { readonly outcome: Outcome } | { readonly lost: WorkerLoss };

const CLOSED: WorkerLoss = { reason: 'closed', isProven: true };
const WATCH_MS = 25;
const MB = 1024 * 1024;

/** A worker that does one job at a time; it is killed when a job takes too much time or memory. */
export class JobThread<Request, Outcome> {
  #worker: KillableWorker<JobReport<Outcome>> | undefined;
  #isStarted = false;
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
    const { maxGrowthMb } = this.options;
    const allowed = process.memoryUsage.rss() + maxGrowthMb * MB;
    const memory = setInterval(() => {
      if (process.memoryUsage.rss() > allowed) worker.kill(OUT_OF_MEMORY);
    }, WATCH_MS);
    over.addEventListener('abort', () => clearInterval(memory));
    this.#watchTime(worker, over);
  }

  /** No job has used more processor time than has passed, so nothing is measured before that. */
  #watchTime(worker: KillableWorker<JobReport<Outcome>>, over: AbortSignal): void {
    const { timeoutMs, stuckMs } = this.options;
    const begun = performance.now();
    const before = this.#isStarted ? worker.clock.milliseconds() : 0;
    let timer: NodeJS.Timeout;
    const lookIn = (ms: number) => (timer = setTimeout(look, ms));
    const look = () => {
      const leftMs = timeoutMs - (worker.clock.milliseconds() - before);
      const untilStuckMs = stuckMs - (performance.now() - begun);
      if (leftMs <= 0 || untilStuckMs <= 0) worker.kill('timeout');
      else lookIn(Math.min(Math.max(leftMs, WATCH_MS), untilStuckMs));
    };
    lookIn(Math.min(timeoutMs, stuckMs));
    over.addEventListener('abort', () => clearTimeout(timer));
  }

  #start(): KillableWorker<JobReport<Outcome>> {
    this.#isStarted = false;
    const worker = this.workers.start<JobReport<Outcome>>({
      onMessage: (report) => {
        if ('outcome' in report) return this.#end?.(report);
        worker.clock.threadId = report.started;
        worker.prove();
        this.#isStarted = true;
      },
      onLost: (lost) => {
        this.#worker = undefined;
        this.#end?.({ lost });
      },
    });
    return worker;
  }
}
