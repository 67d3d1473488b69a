import { mailboxEncryptions, type Mailbox, type MailboxWithLatest } from '@mailroom/mail';
import { about, boolean, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
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
    encryption: about(word(mailboxEncryptions), 'sealed: ordinary mail is sealed to the keys of its readers'),
    sealBeforeExtraction: about(boolean, 'then no codes, links and signals of the body are kept'),
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
    encryption: 'none',
    sealBeforeExtraction: false,
    latestEmailAt: at,
    createdAt: at,
  },
);

export type MailboxResource = ValueOf<typeof mailboxResource>;

export function mailboxView(mailbox: Mailbox & Partial<Pick<MailboxWithLatest, 'latestEmailAt'>>): MailboxResource {
  const { id, address, name, status, userId, allReceive, encryption, sealBeforeExtraction, latestEmailAt } = mailbox;
  return {
    id,
    email: address,
    name,
    status,
    userId,
    allReceive,
    encryption,
    sealBeforeExtraction,
    latestEmailAt: latestEmailAt?.toISOString() ?? null,
    createdAt: mailbox.createdAt.toISOString(),
  };
}
