import type { IssuedToken } from '@mailroom/identity';
import type { Mailbox } from '@mailroom/mail';
import { object, ref, resource, type ValueOf } from '@mailroom/openapi';
import { mailboxResource, mailboxView } from './mailbox.js';
import { issuedTokenResource, issuedTokenView } from './token.js';

export const createdMailboxResource = resource(
  'CreatedMailbox',
  object({ mailbox: ref(mailboxResource), token: ref(issuedTokenResource) }),
  { mailbox: mailboxResource.example, token: issuedTokenResource.example },
);

export type CreatedMailboxResource = ValueOf<typeof createdMailboxResource>;

type CreatedMailbox = { readonly mailbox: Mailbox; readonly token: IssuedToken };

export function createdMailboxView({ mailbox, token }: CreatedMailbox): CreatedMailboxResource {
  return { mailbox: mailboxView(mailbox), token: issuedTokenView(token, mailbox) };
}
