import { createHash } from 'node:crypto';
import { JobThread, KillableWorkers } from '@mailroom/concurrency';
import type { AutocryptKeyRepository } from '@mailroom/found-keys';
import type { AutocryptField } from '@mailroom/message';
import type { BroughtKey, KeyJob } from './key-job.js';

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/autocrypt/key.worker.js', import.meta.url);
/** One key may take this much of the processor: a usual one takes some milliseconds. */
const LIMITS = { timeoutMs: 2_000, stuckMs: 20_000, maxGrowthMb: 256, idleMs: 30_000 };
const MAX_HEAP_MB = 96;
/** What comes above that is not learned: the next mail of the same sender brings the key again. */
const MAX_WAITING = 256;

/**
 * Learns the keys that mail brings of its senders, after the mail is shown. Nothing waits for it, and nothing is lost with it: a
 * key that is not learned now comes with the next mail.
 */
export class BroughtKeys {
  readonly #thread: JobThread<KeyJob, BroughtKey | null>;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(
    private readonly keys: AutocryptKeyRepository,
    workerUrl = WORKER_URL,
  ) {
    this.#thread = new JobThread(new KillableWorkers({ url: workerUrl, maxHeapMb: MAX_HEAP_MB }), LIMITS);
  }

  /** One key after the other. @param saidAt when the mail was written, as far as it can be believed */
  async learn(mailboxIds: readonly number[], field: AutocryptField, saidAt: Date): Promise<void> {
    if (this.#isClosed || this.#waiting >= MAX_WAITING) return;
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#learn(mailboxIds, field, saidAt));
    this.#last = turn.catch(() => undefined);
    await turn.finally(() => (this.#waiting -= 1));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
    await this.#last;
  }

  async #learn(mailboxIds: readonly number[], field: AutocryptField, saidAt: Date): Promise<void> {
    if (this.#isClosed) return;
    const { address, preferEncrypt, key } = field;
    const hash = createHash('sha256').update(preferEncrypt).update(key).digest();
    const tenantIds = await this.keys.unaware(mailboxIds, address, hash);
    // It may have been closed meanwhile, and would start another worker.
    if (tenantIds.length === 0 || this.#isClosed) return;
    const end = await this.#thread.run({ key, sender: address }, []);
    if (!('outcome' in end) || end.outcome === null) return;
    const { fingerprint, bytes } = end.outcome;
    const learned = { address, hash, fingerprint, publicKey: Buffer.from(bytes), preferEncrypt, saidAt };
    await this.keys.learn(tenantIds, learned);
  }
}
