import type { IssuedToken, Token } from '@mailroom/identity';
import type { Mailbox, MailboxWithLatest } from '@mailroom/mail';

/** The resource `Mailbox`. */
export function mailboxView(mailbox: Mailbox & Partial<Pick<MailboxWithLatest, 'latestEmailAt'>>) {
  const { id, address, name, status, userId, allReceive, latestEmailAt, createdAt } = mailbox;
  return {
    id,
    email: address,
    name,
    status,
    userId,
    allReceive,
    latestEmailAt: latestEmailAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** The resource `MailboxToken`. */
export function tokenView(token: Token, userId: number) {
  return {
    id: token.id,
    accountId: token.mailboxId,
    userId,
    name: token.name,
    scopes: token.scopes,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
  };
}

/** A new token with its text, which is shown only this once. */
export function issuedTokenView(token: IssuedToken, userId: number) {
  return { ...tokenView(token, userId), token: token.text };
}
