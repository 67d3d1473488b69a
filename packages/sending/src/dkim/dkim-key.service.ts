import { createPrivateKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TrustedReads } from '@mailroom/concurrency';
import { DkimKeyRepository } from './dkim-key.repository.js';
import { createDkimKey, type DkimKey } from './dkim-key.js';
import type { SigningKey } from './dkim-signature.js';

/** How long a key that was read is trusted; a rotation takes effect within this time. */
const TRUSTED_MS = 30_000;
const MAX_ENTRIES = 1_000;

/** Keeps one signing key per domain, created when it is first needed. */
@Injectable()
export class DkimKeyService {
  readonly #trusted = new TrustedReads<string, SigningKey>({ trustedMs: TRUSTED_MS, maxEntries: MAX_ENTRIES });

  constructor(private readonly keys: DkimKeyRepository) {}

  /** The key that signs for a domain. */
  async signingKey(domain: string): Promise<SigningKey> {
    return this.#trusted.get(domain, () => this.#read(domain));
  }

  /** The keys of these domains, newest first; each domain has one that signs. */
  async list(domains: readonly string[]): Promise<DkimKey[]> {
    const known = await this.keys.list(domains);
    const lacking = domains.filter((domain) => !known.some((key) => key.domain === domain && key.status === 'active'));
    if (lacking.length === 0) return known;
    for (const domain of lacking) await this.#make(domain, 'active');
    return this.keys.list(domains);
  }

  /**
   * Rotates in two steps, since a key must be in the DNS before it signs: the first call creates the next key, the
   * second call makes it sign and retires the one before it.
   */
  async rotate(domain: string): Promise<DkimKey[]> {
    const known = await this.list([domain]);
    if (known.some(({ status }) => status === 'next')) await this.keys.promoteNext(domain);
    else await this.#make(domain, 'next');
    this.#trusted.forget(domain);
    return this.keys.list([domain]);
  }

  async #read(domain: string): Promise<SigningKey> {
    let found = await this.keys.findSigning(domain);
    if (!found) {
      await this.#make(domain, 'active');
      found = await this.keys.findSigning(domain);
    }
    if (!found) throw new Error(`There is no DKIM key for ${domain}.`);
    return { domain, selector: found.selector, privateKey: createPrivateKey(found.privateKey) };
  }

  async #make(domain: string, status: 'active' | 'next'): Promise<void> {
    await this.keys.insert(domain, await createDkimKey(new Date()), status);
  }
}
