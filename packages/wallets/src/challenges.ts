import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TrustedReads } from '@mailroom/concurrency';
import { DomainError, invalidField } from '@mailroom/errors';
import { SiweChallengeRepository } from '@mailroom/identity';
import { challengeParts, parseWalletAddress } from '@mailroom/siwe';
import { WalletsOptions } from './wallets.options.js';

export type IssuedChallenge = { readonly message: string; readonly nonce: string; readonly expiresAt: Date };

const SECONDS = 300;
/** How long the number of open challenges is trusted; so much may come in above the limit. */
const TRUSTED_MS = 1_000;

/** Issues the texts that wallets sign. */
@Injectable()
export class Challenges {
  readonly #open = new TrustedReads<'open', number>({ trustedMs: TRUSTED_MS, maxEntries: 1 });

  constructor(
    private readonly options: WalletsOptions,
    private readonly challenges: SiweChallengeRepository,
  ) {}

  /** @param network the client's, which limits go by @throws invalid_request, rate_limited */
  async issue(walletAddress: string, network: string): Promise<IssuedChallenge> {
    const { terms, limits } = this.options;
    const address = await parseWalletAddress(walletAddress);
    if (!address) {
      throw invalidField('wallet_address', 'must be 0x and 40 hexadecimal digits, with a right checksum in mixed case');
    }
    await this.#requireRoom(limits.open);
    const nonce = randomBytes(16).toString('hex');
    const parts = challengeParts({ ...terms, address: address.shown, nonce });
    const issued = await this.challenges.insert(
      { nonce, address: address.key, network, ...parts, seconds: SECONDS },
      limits,
    );
    if (typeof issued === 'number') throw tooMany('Too many challenges of this network are open.', issued);
    return { ...issued, nonce };
  }

  async #requireRoom(limit: number): Promise<void> {
    if (limit === 0) return;
    const open = await this.#open.get('open', () => this.challenges.countOpen(limit));
    if (open >= limit) throw tooMany('Too many challenges are open at the moment.', SECONDS);
  }
}

function tooMany(detail: string, retryAfterSeconds: number): DomainError {
  return new DomainError('rate_limited', detail, {
    fix: 'Sign the challenges that you have, or wait as long as retry-after says.',
    retryAfterSeconds,
  });
}
