import { inSlices, JobThread, KillableWorkers, type JobEnd } from '@mailroom/concurrency';
import type { KeyVerdict } from '@mailroom/openpgp';
import type { SignatureJob, Verdicts } from './signature-job.js';

export type SignatureThreadsOptions = {
  /** The processor time for one message, the start of the worker included. */
  readonly timeoutMs: number;
  /** The same by the clock: mail waits for it. */
  readonly stuckMs: number;
  /** After this long without work, the thread and its memory are released. */
  readonly idleMs: number;
  /** Another worker file, for tests with workers that hang. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/signatures/signature.worker.js', import.meta.url);
const MAX_HEAP_MB = 128;
const MAX_GROWTH_MB = 512;
/** What comes above that is not checked: mail does not wait for long. */
const MAX_WAITING = 64;
/** What is larger goes to a thread of its own, so that nobody's letter waits until megabytes of others are hashed. */
const LARGE_BYTES = 256 * 1024;

const DEFAULTS: SignatureThreadsOptions = { timeoutMs: 10_000, stuckMs: 30_000, idleMs: 60_000 };

/** Checks signatures in two threads that can be killed, and that are there only while they are needed. */
export class SignatureThreads {
  readonly #small: Lane;
  readonly #large: Lane;

  constructor({ workerUrl = WORKER_URL, ...times }: SignatureThreadsOptions = DEFAULTS) {
    const workers = new KillableWorkers({ url: workerUrl, maxHeapMb: MAX_HEAP_MB });
    const lane = () => new Lane(new JobThread(workers, { ...times, maxGrowthMb: MAX_GROWTH_MB }));
    [this.#small, this.#large] = [lane(), lane()];
  }

  /** One verdict for each key. A message that takes too long or takes the thread down has no good signature. */
  verify(job: SignatureJob): Promise<Verdicts> {
    return (job.content.length > LARGE_BYTES ? this.#large : this.#small).verify(job);
  }

  async close(): Promise<void> {
    await Promise.all([this.#small.close(), this.#large.close()]);
  }
}

/** One after the other. */
class Lane {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(private readonly thread: JobThread<SignatureJob, Verdicts>) {}

  async verify(job: SignatureJob): Promise<Verdicts> {
    if (this.#isClosed || this.#waiting >= MAX_WAITING) return each(job, 'other');
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#run(job));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.thread.close();
    await this.#last;
  }

  async #run(job: SignatureJob): Promise<Verdicts> {
    const content = await owned(job.content);
    if (this.#isClosed) return each(job, 'other');
    const given = content.buffer instanceof ArrayBuffer ? [content.buffer] : [];
    return verdictsOf(job, await this.thread.run({ ...job, content }, given));
  }
}

function verdictsOf(job: SignatureJob, end: JobEnd<Verdicts>): Verdicts {
  if ('outcome' in end) return end.outcome;
  const { reason, isProven } = end.lost;
  // A worker that never started, or was stopped with its process, tells nothing about the message.
  return each(job, isProven && reason !== 'closed' ? 'invalid' : 'other');
}

function each({ keys }: SignatureJob, status: KeyVerdict['status']): Verdicts {
  return keys.map(() => ({ status, fingerprint: '' }));
}

/** A copy, made in turns with everything else; shared memory needs none. */
async function owned(content: Uint8Array): Promise<Uint8Array> {
  if (content.buffer instanceof SharedArrayBuffer) return content;
  const copy = new Uint8Array(content.length);
  await inSlices(content.length, (start, end) => copy.set(content.subarray(start, end), start));
  return copy;
}
