import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from './principal.js';
import { hashToken, isTokenText } from './token-text.js';
import { TokenRepository } from './token.repository.js';
import type { Token } from './token.js';

/** A revocation works everywhere within 1 s, so no answer is trusted for longer. */
const TRUSTED_MS = 900;
const MAX_ENTRIES = 10_000;

type Entry = { readonly token: Token; readonly readAt: number };

/** Turns a token's text into its principal, with at most one database query per token and second. */
@Injectable()
export class TokenAuthenticator {
  readonly #entries = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<Token | null>>();

  constructor(private readonly tokens: TokenRepository) {}

  async authenticate(text: string): Promise<Principal> {
    const token = isTokenText(text) ? await this.#find(text) : null;
    if (!token)
      throw new DomainError('invalid_token', 'The token is not valid.', { fix: 'Check that it was copied whole.' });
    if (token.revokedAt)
      throw new DomainError('token_revoked', 'The token was revoked.', { fix: 'Ask for a new token.' });
    if (token.expiresAt && token.expiresAt.getTime() <= Date.now()) {
      throw new DomainError('token_expired', 'The token has expired.', { fix: 'Ask for a new token.' });
    }
    const { id, tenantId, mailboxId, level, name, scopes, expiresAt } = token;
    return { level, tokenId: id, tenantId, mailboxId, name, scopes, expiresAt };
  }

  /** Returns those of the tokens that are no longer in force; whatever outlasts a request asks every second. */
  async ended(tokenIds: readonly number[]): Promise<number[]> {
    return this.tokens.ended(tokenIds);
  }

  /** Whether this process has ever seen the token work; nothing is looked up. */
  isKnown(text: string): boolean {
    return isTokenText(text) && this.#entries.has(hashToken(text).toString('base64'));
  }

  async #find(text: string): Promise<Token | null> {
    const hash = hashToken(text);
    const key = hash.toString('base64');
    const entry = this.#entries.get(key);
    if (entry && performance.now() - entry.readAt < TRUSTED_MS) return entry.token;
    const reading = this.#reading.get(key) ?? this.#read(hash, key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(hash: Buffer, key: string): Promise<Token | null> {
    const readAt = performance.now();
    const token = await this.tokens.findByHash(hash);
    this.#entries.delete(key);
    if (!token) return null;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(key, { token, readAt });
    if (!token.revokedAt) await this.tokens.touch(token.id);
    return token;
  }
}
