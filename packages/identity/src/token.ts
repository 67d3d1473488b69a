import type { Scope } from './scope.js';

/** A token as its owner sees it; only the recipient of its text knows the text. */
export type Token = {
  readonly id: number;
  readonly tenantId: string;
  readonly mailboxId: number | null;
  readonly level: 'manager' | 'mailbox';
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
};

export type IssuedToken = Token & { readonly text: string };

/** What a token was rotated into, and how much longer it works itself. */
export type RotatedToken = IssuedToken & { readonly oldTokenValidUntil: Date };

export type TokenRequest = {
  /** Whether its successors may live longer than it does. */
  readonly hosted?: boolean;
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  readonly expiresAt?: Date | undefined;
};
