import type { Principal } from '../principal.js';

/** What a kind finds for a text: whom it admits, unless it was revoked. */
export type Credential = { readonly principal: Principal; readonly revokedAt: Date | null };

/**
 * One kind of credential, such as tokens. Whatever else could sign in is another kind: it is registered with the
 * `CredentialAuthenticator`, which remembers what the kind finds, and nothing else knows it.
 */
export abstract class CredentialKind {
  /** The word before the colon in the ids of its principals: `token` in `token:12`. */
  abstract readonly name: string;
  /** The first four characters of its texts, which no other kind uses. */
  abstract readonly prefixes: readonly string[];
  /** Looks a credential up by the SHA-256 of its text, and records the use of one that is in force. */
  abstract find(hash: Buffer): Promise<Credential | null>;
  /** Returns those of its principals, by id, whose credentials are revoked, expired or gone. */
  abstract ended(principalIds: readonly string[]): Promise<string[]>;
}
