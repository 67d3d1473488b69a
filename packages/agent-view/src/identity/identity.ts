import { tokenIdOf, type Principal } from '@mailroom/identity';
import type { MailboxWithLatest } from '@mailroom/mail';
import {
  about,
  boolean,
  integer,
  list,
  nullable,
  object,
  ref,
  resource,
  type Schema,
  string,
  type ValueOf,
  word,
} from '@mailroom/openapi';
import { mailboxResource, mailboxView } from '../mailboxes/mailbox.js';

/** The size of the largest page of GET /mailboxes, which lists all of them. */
export const MAX_MAILBOXES = 50;

/** Every principal of today holds a token; one that signed in without has none to show (ADR 0038). */
const tokenId: Schema<number | undefined> = integer;

export const identityResource = resource(
  'Identity',
  object({
    principal: object({
      type: word(['manager', 'mailbox']),
      tokenId,
      name: string,
      scopes: list(string),
      expiresAt: nullable('string'),
    }),
    tenantId: string,
    mailboxes: about(list(ref(mailboxResource)), 'the newest 50 that the token reaches'),
    hasMoreMailboxes: about(boolean, 'whether it reaches more, which GET /mailboxes lists'),
  }),
  {
    principal: { type: 'mailbox', tokenId: 12, name: 'agent-1', scopes: ['read', 'send'], expiresAt: null },
    tenantId: 'default',
    mailboxes: [mailboxResource.example],
    hasMoreMailboxes: false,
  },
);

export type IdentityResource = ValueOf<typeof identityResource>;

/** Shows who is signed in; `mailboxes` holds one more than is shown if there are more. */
export function identityView(caller: Principal, mailboxes: readonly MailboxWithLatest[]): IdentityResource {
  const { id, level: type, name, scopes, expiresAt, tenantId } = caller;
  const tokenId = tokenIdOf(id) ?? undefined;
  return {
    principal: { type, tokenId, name, scopes, expiresAt: expiresAt?.toISOString() ?? null },
    tenantId,
    mailboxes: mailboxes.slice(0, MAX_MAILBOXES).map(mailboxView),
    hasMoreMailboxes: mailboxes.length > MAX_MAILBOXES,
  };
}
