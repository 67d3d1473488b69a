import type { IssuedToken, Token } from '@mailroom/identity';
import type { Mailbox } from '@mailroom/mail';
import { integer, list, nullable, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import { at } from '../schema/example-times.js';

const token = {
  id: integer,
  accountId: integer,
  userId: integer,
  name: string,
  scopes: list(word(['read', 'send'])),
  expiresAt: nullable('string'),
  revokedAt: nullable('string'),
  lastUsedAt: nullable('string'),
  createdAt: string,
};

export const mailboxTokenResource = resource('MailboxToken', object(token), {
  id: 12,
  accountId: 7,
  userId: 3,
  name: 'agent-1',
  scopes: ['read', 'send'],
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  createdAt: at,
});

/** A new token with its text, which is shown only this once. */
export const issuedTokenResource = resource('IssuedToken', object({ ...token, token: string }), {
  ...mailboxTokenResource.example,
  token: 'mrt_4fS9…',
});

export type MailboxTokenResource = ValueOf<typeof mailboxTokenResource>;
export type IssuedTokenResource = ValueOf<typeof issuedTokenResource>;

type Holder = Pick<Mailbox, 'id' | 'userId'>;

/** Shows a token of this mailbox. */
export function tokenView(token: Token, mailbox: Holder): MailboxTokenResource {
  return {
    id: token.id,
    accountId: mailbox.id,
    userId: mailbox.userId,
    name: token.name,
    scopes: token.scopes,
    expiresAt: token.expiresAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
  };
}

export function issuedTokenView(token: IssuedToken, mailbox: Holder): IssuedTokenResource {
  return { ...tokenView(token, mailbox), token: token.text };
}
