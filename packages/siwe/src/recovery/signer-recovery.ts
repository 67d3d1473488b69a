import { KillableWorkers, type KillableWorker } from '@mailroom/concurrency';
import { recoverSigner, type RecoveryJob, type RecoveryReport } from './recover-signer.js';

export type SignerRecoveryOptions = {
  /** Jobs that may wait for the thread; what comes above that is done by the caller's own thread. */
  readonly maxWaiting: number;
  /** After this long without work, the thread and its memory are released. */
  readonly idleMs: number;
  /** Another worker file, for tests with workers that crash. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/recovery/recover.worker.js', import.meta.url);
const MAX_HEAP_MB = 64;

export const SIGNER_RECOVERY_DEFAULTS: SignerRecoveryOptions = { maxWaiting: 32, idleMs: 60_000 };

/**
 * Finds out whose key made a signature. That takes more than a millisecond of pure arithmetic, so a thread of its own does
 * it, and the process serves others meanwhile. Nothing ever waits for the thread to be there: as long as it starts, is
 * lost or has enough to do, the work is done here.
 */
export class SignerRecovery {
  readonly #workers: KillableWorkers;
  readonly #jobs = new Map<number, { readonly job: RecoveryJob; readonly settle: (signer: string | null) => void }>();
  #worker: KillableWorker<RecoveryReport> | undefined;
  #isReady = false;
  #lastId = 0;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: SignerRecoveryOptions = SIGNER_RECOVERY_DEFAULTS) {
    this.#workers = new KillableWorkers({ url: options.workerUrl ?? WORKER_URL, maxHeapMb: MAX_HEAP_MB });
  }

  /** The address, in lower case; null if no key made the signature. */
  async signerOf(job: RecoveryJob): Promise<string | null> {
    const worker = this.#readyWorker();
    if (!worker || this.#jobs.size >= this.options.maxWaiting) return recoverSigner(job);
    const id = (this.#lastId += 1);
    return new Promise((settle) => {
      this.#jobs.set(id, { job, settle });
      worker.post({ ...job, id }, []);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#release();
  }

  #readyWorker(): KillableWorker<RecoveryReport> | undefined {
    if (this.#isClosed) return undefined;
    this.#worker ??= this.#start();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#release(), this.options.idleMs).unref();
    return this.#isReady ? this.#worker : undefined;
  }

  #start(): KillableWorker<RecoveryReport> {
    const worker = this.#workers.start<RecoveryReport>({
      onMessage: (report) => {
        if (report === 'ready') {
          worker.prove();
          this.#isReady = true;
        } else {
          this.#jobs.get(report.id)?.settle(report.signer);
          this.#jobs.delete(report.id);
        }
      },
      onLost: () => {
        this.#forget();
        this.#doHere();
      },
    });
    return worker;
  }

  async #release(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#forget();
    this.#doHere();
    await worker?.close();
  }

  #forget(): void {
    this.#worker = undefined;
    this.#isReady = false;
  }

  /** Does what the thread has not done. */
  #doHere(): void {
    for (const { job, settle } of this.#jobs.values()) void recoverSigner(job).then(settle);
    this.#jobs.clear();
  }
}
