import type { Mailbox, MailboxWithLatest } from '@mailroom/mail';
import { about, boolean, integer, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';
import { at } from '../schema/example-times.js';

export const mailboxResource = resource(
  'Mailbox',
  object({
    id: integer,
    email: { ...string, format: 'email' },
    name: string,
    status: about({ ...integer, enum: [0, 1] }, '0 active, 1 disabled'),
    userId: integer,
    allReceive: boolean,
    latestEmailAt: nullable('string'),
    createdAt: string,
  }),
  {
    id: 7,
    email: 'support@mailroom.test',
    name: 'Support',
    status: 0,
    userId: 3,
    allReceive: false,
    latestEmailAt: at,
    createdAt: at,
  },
);

export type MailboxResource = ValueOf<typeof mailboxResource>;

export function mailboxView(mailbox: Mailbox & Partial<Pick<MailboxWithLatest, 'latestEmailAt'>>): MailboxResource {
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
