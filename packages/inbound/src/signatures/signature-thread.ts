import { inSlices, KillableWorkers, type KillableWorker } from '@mailroom/concurrency';
import type { KeyVerdict } from '@mailroom/openpgp';
import type { SignatureJob, SignatureReport } from './signature-job.js';

export type SignatureThreadOptions = {
  /** For one message, the start of the worker included. */
  readonly timeoutMs: number;
  /** After this long without work, the thread and its memory are released. */
  readonly idleMs: number;
  /** Another worker file, for tests with workers that hang. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/signatures/signature.worker.js', import.meta.url);
const MAX_HEAP_MB = 128;
/** What comes above that is not checked: mail does not wait for long. */
const MAX_WAITING = 64;

type Assignment = { readonly job: SignatureJob; readonly settle: (verdicts: readonly KeyVerdict[]) => void };
type Running = { readonly worker: KillableWorker<SignatureReport>; isReady: boolean };

/** Checks signatures, one after the other, in a thread that can be killed, and that is there only while it is needed. */
export class SignatureThread {
  readonly #workers: KillableWorkers;
  readonly #waiting: Assignment[] = [];
  #current: (Assignment & { readonly id: number }) | undefined;
  #running: Running | undefined;
  #lastId = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(private readonly options: SignatureThreadOptions = { timeoutMs: 10_000, idleMs: 60_000 }) {
    this.#workers = new KillableWorkers({ url: options.workerUrl ?? WORKER_URL, maxHeapMb: MAX_HEAP_MB });
  }

  /** One verdict for each key. A message that takes too long or takes the thread down has no good signature. */
  verify(job: SignatureJob): Promise<readonly KeyVerdict[]> {
    if (this.#isClosed || this.#waiting.length >= MAX_WAITING) return Promise.resolve(each(job, 'other'));
    return new Promise((settle) => {
      this.#waiting.push({ job, settle });
      this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { job, settle } of [...(this.#current ? [this.#current] : []), ...this.#waiting.splice(0)]) {
      settle(each(job, 'other'));
    }
    this.#current = undefined;
    const running = this.#running;
    this.#running = undefined;
    await running?.worker.close();
  }

  #advance(): void {
    if (this.#current || this.#isClosed) return;
    clearTimeout(this.#timer);
    const next = this.#waiting.shift();
    if (!next) return this.#restLater();
    this.#lastId += 1;
    this.#current = { ...next, id: this.#lastId };
    this.#running ??= this.#start();
    this.#timer = setTimeout(() => this.#running?.worker.kill('timeout'), this.options.timeoutMs);
    if (this.#running.isReady) void this.#begin();
  }

  async #begin(): Promise<void> {
    const [current, running] = [this.#current, this.#running];
    if (!current || !running) return;
    const { id, job } = current;
    const content = await owned(job.content);
    // Meanwhile the worker may have been lost, or closed.
    if (this.#current?.id !== id || this.#running !== running) return;
    running.worker.post({ ...job, content, id }, content.buffer instanceof ArrayBuffer ? [content.buffer] : []);
  }

  #start(): Running {
    const worker = this.#workers.start<SignatureReport>({
      onMessage: (report) => {
        if (report === 'ready') {
          worker.prove();
          running.isReady = true;
          void this.#begin();
        } else if (report.id === this.#current?.id) this.#settle(report.verdicts);
      },
      onLost: ({ isProven }) => {
        this.#running = undefined;
        const { job } = this.#current ?? {};
        // A worker that never started tells nothing about the message.
        if (job) this.#settle(each(job, isProven ? 'invalid' : 'other'));
      },
    });
    const running: Running = { worker, isReady: false };
    return running;
  }

  #settle(verdicts: readonly KeyVerdict[]): void {
    clearTimeout(this.#timer);
    const current = this.#current;
    this.#current = undefined;
    current?.settle(verdicts);
    this.#advance();
  }

  #restLater(): void {
    this.#timer = setTimeout(() => {
      const running = this.#running;
      this.#running = undefined;
      void running?.worker.close();
    }, this.options.idleMs).unref();
  }
}

function each({ keys }: SignatureJob, status: KeyVerdict['status']): KeyVerdict[] {
  return keys.map(() => ({ status, fingerprint: '' }));
}

/** A copy, made in turns with everything else; shared memory needs none. */
async function owned(content: Uint8Array): Promise<Uint8Array> {
  if (content.buffer instanceof SharedArrayBuffer) return content;
  const copy = new Uint8Array(content.length);
  await inSlices(content.length, (start, end) => copy.set(content.subarray(start, end), start));
  return copy;
}
