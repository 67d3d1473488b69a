import { readFile } from 'node:fs/promises';
import { PollingLoop } from '@mailroom/concurrency';
import type { Log } from '@mailroom/observability';
import type { KeyPair } from './start-tls.js';

/** Where the operator, or whoever renews certificates, puts them. */
export type CertificateFiles = { readonly keyFile: string; readonly certFile: string };

const POLL_MS = 5_000;

/**
 * Brings a renewed certificate to the server. The files are read again every few seconds and compared: Kubernetes swaps a
 * link above them, which no notification tells of reliably.
 */
export class CertificateWatch {
  readonly #loop: PollingLoop;
  #seen: string;
  #doubted: string | undefined;

  /** `files` holds what is in use already. `use` throws where it can't use a pair; then the one before stays. */
  constructor(
    private readonly files: CertificateFiles & KeyPair,
    private readonly use: (pair: KeyPair) => void,
    private readonly log: Log,
    pollMs = POLL_MS,
  ) {
    this.#seen = fingerprintOf(files);
    const onError = (err: unknown) => log.error({ err }, 'the TLS files could not be looked at');
    this.#loop = new PollingLoop(() => this.#look(), { intervalMs: pollMs, onError });
  }

  async close(): Promise<void> {
    await this.#loop.close();
  }

  /**
   * Each state of the files is used, or complained of, once. One that is not usable is not complained of before it is found
   * again: files that are replaced one after the other, or while they are read, don't fit each other for a moment.
   */
  async #look(): Promise<boolean> {
    const pair = await readKeyPair(this.files).catch((error: unknown) => failureOf(error));
    const found = pair instanceof Error ? pair.message : fingerprintOf(pair);
    if (found === this.#seen) return false;
    try {
      if (pair instanceof Error) throw pair;
      this.use(pair);
      this.log.info('the TLS certificate was renewed');
    } catch (error) {
      const isLasting = found === this.#doubted;
      this.#doubted = found;
      if (!isLasting) return false;
      this.log.error({ err: error }, 'the TLS files have changed and are not usable; the certificate before stays');
    }
    this.#seen = found;
    this.#doubted = undefined;
    return false;
  }
}

async function readKeyPair({ keyFile, certFile }: CertificateFiles): Promise<KeyPair> {
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')]);
  return { key, cert };
}

const fingerprintOf = ({ key, cert }: KeyPair) => `${key}\n${cert}`;
const failureOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
