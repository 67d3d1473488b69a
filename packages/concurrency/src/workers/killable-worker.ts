import { Worker, type Transferable } from 'node:worker_threads';
import type { StartPauses } from './start-pauses.js';
import { WorkerClock } from './worker-clock.js';

export type WorkerOptions = {
  readonly url: URL;
  readonly maxHeapMb: number;
  /** The part of its heap from which it collects what a job leaves behind; V8 takes 48 MB by itself. */
  readonly youngMb?: number;
  /** Whether what it writes to its output is thrown away. */
  readonly silent?: boolean;
};

/** Why a worker is gone: it took too much memory, it crashed, or what `kill` was told. */
export type WorkerLoss = {
  readonly reason: string;
  /** False if it never did anything, so that no job is to blame. */
  readonly isProven: boolean;
};

export type WorkerCallbacks<Message> = {
  readonly onMessage: (message: Message) => void;
  /** Called once, after its last message, unless it was closed. */
  readonly onLost: (loss: WorkerLoss) => void;
};

/** This much stays in the processor's cache, and is little enough to be kept by a worker that rests. */
const YOUNG_MB = 12;

export const OUT_OF_MEMORY = 'out of memory';

/** One worker thread from its start to its loss. It does not keep the process alive. */
export class KillableWorker<Message> {
  readonly clock = new WorkerClock(() => this.#worker);
  #worker: Worker | undefined;
  #waiting: { readonly message: unknown; readonly transfer: readonly Transferable[] }[] = [];
  readonly #starting: NodeJS.Timeout | undefined;
  #isProven = false;
  #isGone = false;

  /** It starts at once, or when the pauses of its pool allow it. */
  constructor(
    private readonly options: WorkerOptions,
    private readonly workerData: unknown,
    private readonly pauses: StartPauses,
    private readonly callbacks: WorkerCallbacks<Message>,
  ) {
    const pauseMs = pauses.remainingMs();
    if (pauseMs > 0) this.#starting = setTimeout(() => this.#start(), pauseMs).unref();
    else this.#start();
  }

  /** Sends a message, and gives away what is in `transfer`. */
  post(message: unknown, transfer: readonly Transferable[]): void {
    if (this.#worker) this.#worker.postMessage(message, transfer);
    else this.#waiting.push({ message, transfer });
  }

  /** Says that it works: whatever happens to it now, the next one may start at once. */
  prove(): void {
    this.#isProven = true;
    this.pauses.worked();
  }

  /** Ends it, whatever it is doing. */
  kill(reason: string): void {
    this.#lose(reason);
    void this.close();
  }

  /** Ends it, and tells nobody; resolves when the thread has ended. */
  async close(): Promise<void> {
    this.#isGone = true;
    clearTimeout(this.#starting);
    this.#waiting = [];
    await this.#worker?.terminate();
  }

  #start(): void {
    const { url, maxHeapMb, youngMb = YOUNG_MB, silent = false } = this.options;
    const worker = new Worker(url, {
      workerData: this.workerData,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: youngMb },
      stdout: silent,
      stderr: silent,
    });
    this.#worker = worker;
    if (silent) for (const output of [worker.stdout, worker.stderr]) output.resume();
    worker.unref();
    worker.on('message', (message: Message) => {
      if (!this.#isGone) this.callbacks.onMessage(message);
    });
    // Its last messages before it died are delivered before `exit`, though not before `error`.
    let reason: string | undefined;
    worker.on('error', (error: Error & { code?: string }) => {
      reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : `crashed: ${error.message}`;
    });
    worker.on('exit', (code) => {
      if (!this.#isProven && !this.#isGone) this.pauses.failed();
      this.#lose(reason ?? `crashed: exit code ${code}`);
    });
    for (const { message, transfer } of this.#waiting.splice(0)) worker.postMessage(message, transfer);
  }

  #lose(reason: string): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.callbacks.onLost({ reason, isProven: this.#isProven });
  }
}
