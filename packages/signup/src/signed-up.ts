import type { IssuedToken, Scope } from '@mailroom/identity';
import type { Mailbox } from '@mailroom/mail';

/** What whoever signs up is told, once and whenever the same request comes again. */
export type SignedUp = {
  readonly tenantId: string;
  readonly mailboxId: number;
  readonly address: string;
  readonly accessToken: string;
  /** An instant in ISO 8601. */
  readonly expiresAt: string;
  readonly scopes: readonly Scope[];
};

export function signedUp(mailbox: Mailbox, token: IssuedToken, expiresAt: Date): SignedUp {
  const { tenantId, id: mailboxId, address } = mailbox;
  return {
    tenantId,
    mailboxId,
    address,
    accessToken: token.text,
    expiresAt: expiresAt.toISOString(),
    scopes: token.scopes,
  };
}
