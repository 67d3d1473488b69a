import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '../principal.js';
import type { Credential, CredentialKind } from './credential-kind.js';
import { hashToken, isTokenText, PREFIX_LENGTH } from '../token-text.js';

/** A revocation works everywhere within 1 s, so no answer is trusted for longer. */
const TRUSTED_MS = 900;
const MAX_ENTRIES = 10_000;

type Entry = { readonly credential: Credential; readonly readAt: number };

/**
 * Turns the text of a credential into its principal, whatever its kind, with at most one look-up per credential and
 * second.
 */
@Injectable()
export class CredentialAuthenticator {
  readonly #kinds = new Map<string, CredentialKind>();
  readonly #byPrefix = new Map<string, CredentialKind>();
  readonly #entries = new Map<string, Entry>();
  readonly #reading = new Map<string, Promise<Credential | null>>();

  /** Lets another kind sign in. @throws if its name or a prefix is taken, which is our own mistake */
  register(kind: CredentialKind): void {
    const isTaken = this.#kinds.has(kind.name) || kind.prefixes.some((prefix) => this.#byPrefix.has(prefix));
    if (isTaken) throw new Error(`The kind ${kind.name} takes another's place.`);
    this.#kinds.set(kind.name, kind);
    for (const prefix of kind.prefixes) this.#byPrefix.set(prefix, kind);
  }

  /** @throws invalid_token, token_revoked, token_expired */
  async authenticate(text: string): Promise<Principal> {
    const kind = this.#kindOfText(text);
    const credential = kind ? await this.#find(kind, text) : null;
    if (!credential)
      throw new DomainError('invalid_token', 'The token is not valid.', { fix: 'Check that it was copied whole.' });
    const { principal, revokedAt } = credential;
    if (revokedAt) throw new DomainError('token_revoked', 'The token was revoked.', { fix: 'Ask for a new token.' });
    if (principal.expiresAt && principal.expiresAt.getTime() <= Date.now()) {
      throw new DomainError('token_expired', 'The token has expired.', { fix: 'Ask for a new token.' });
    }
    return principal;
  }

  /** Returns those principals, by id, who may no longer do anything; whatever outlasts a request asks every second. */
  async ended(principalIds: readonly string[]): Promise<string[]> {
    const ended = [...this.#kinds.values()].map((kind) => {
      const own = principalIds.filter((id) => id.startsWith(`${kind.name}:`));
      return own.length > 0 ? kind.ended(own) : [];
    });
    return (await Promise.all(ended)).flat();
  }

  /** Whether text can be a credential, judged by its prefix, shape and checksum; nothing is looked up. */
  isPossible(text: string): boolean {
    return this.#kindOfText(text) !== undefined;
  }

  /** Whether this process has ever seen the credential work; nothing is looked up. */
  isKnown(text: string): boolean {
    return this.isPossible(text) && this.#entries.has(keyOf(text));
  }

  #kindOfText(text: string): CredentialKind | undefined {
    return isTokenText(text) ? this.#byPrefix.get(text.slice(0, PREFIX_LENGTH)) : undefined;
  }

  async #find(kind: CredentialKind, text: string): Promise<Credential | null> {
    const key = keyOf(text);
    const entry = this.#entries.get(key);
    if (entry && performance.now() - entry.readAt < TRUSTED_MS) return entry.credential;
    const reading = this.#reading.get(key) ?? this.#read(kind, text, key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(kind: CredentialKind, text: string, key: string): Promise<Credential | null> {
    const readAt = performance.now();
    const credential = await kind.find(hashToken(text));
    this.#entries.delete(key);
    if (!credential) return null;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(key, { credential, readAt });
    return credential;
  }
}

/** What a credential is known by here: its hash, so that no memory holds what lets somebody in. */
function keyOf(text: string): string {
  return hash('sha256', text, 'base64');
}
