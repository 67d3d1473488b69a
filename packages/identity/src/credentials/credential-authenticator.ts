import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import type { Principal } from '../principal.js';
import type { Credential, CredentialKind } from './credential-kind.js';
import { hashToken, isTokenText, PREFIX_LENGTH } from '../token-text.js';

/** A revocation works everywhere within 1 s, so no answer is trusted for longer. */
const TRUSTED_MS = 900;
const MAX_ENTRIES = 10_000;

/** A text that can be a credential: its kind, and its hash, by which it is known here; no memory holds what lets somebody in. */
export type PresentedCredential = { readonly text: string; readonly kind: CredentialKind; readonly key: string };

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
  authenticate(text: string): Promise<Principal> {
    return this.principalOf(this.present(text));
  }

  /** Judges a text by its prefix, shape and checksum; null if it can't be a credential. Nothing is looked up. */
  present(text: string): PresentedCredential | null {
    const kind = isTokenText(text) ? this.#byPrefix.get(text.slice(0, PREFIX_LENGTH)) : undefined;
    return kind ? { text, kind, key: hash('sha256', text, 'base64') } : null;
  }

  /** Whether this process has ever seen the credential work; nothing is looked up. */
  isKnown({ key }: PresentedCredential): boolean {
    return this.#entries.has(key);
  }

  /** @throws as `authenticate` does */
  async principalOf(presented: PresentedCredential | null): Promise<Principal> {
    const credential = presented && (await this.#find(presented));
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

  async #find(presented: PresentedCredential): Promise<Credential | null> {
    const { key } = presented;
    const entry = this.#entries.get(key);
    if (entry && performance.now() - entry.readAt < TRUSTED_MS) return entry.credential;
    const reading = this.#reading.get(key) ?? this.#read(presented).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #read({ kind, text, key }: PresentedCredential): Promise<Credential | null> {
    const readAt = performance.now();
    const credential = await kind.find(hashToken(text));
    this.#entries.delete(key);
    if (!credential) return null;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(key, { credential, readAt });
    return credential;
  }
}
