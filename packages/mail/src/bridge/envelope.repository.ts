import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { placesOf, type EmailPlace } from '../email/email-place.js';

const find = statement(
  'envelope-find',
  `select email_id::text as "emailId", packet from email_envelope
   where key_id = $1 and email_id = any ($2::bigint[]) and mailbox_id = any ($3::int[])`,
);

/** Encrypted mail of a key's mailbox that names neither it nor a part of it among its readers, and has no envelope for it. */
const unwrapped = statement(
  'envelope-unwrapped',
  `select e.id from mail_key k join email e on e.mailbox_id = k.mailbox_id and e.encrypted and e.ready_at is not null
   where k.id = $1 and e.id < $2 and not (e.encrypted_for && k.key_ids)
     and not exists (select from email_envelope v where v.mailbox_id = e.mailbox_id and v.email_id = e.id and v.key_id = k.id)
   order by e.id desc limit $3`,
);

const put = statement(
  'envelope-put',
  `insert into email_envelope (mailbox_id, email_id, key_id, packet)
   select mailbox_id, id, $3::int, $4::bytea from email where id = $1::bigint and mailbox_id = $2::int for key share
   on conflict (email_id, key_id, mailbox_id) do update set packet = excluded.packet, created_at = now()`,
);

/** Session keys of messages, each wrapped for an agent key after the message came. */
@Injectable()
export class EnvelopeRepository {
  constructor(private readonly database: Database) {}

  /** The packets for this key, by the ids of the emails. */
  async find(keyId: number, emails: readonly EmailPlace[]): Promise<Map<number, Buffer>> {
    const values = [keyId, ...placesOf(emails)];
    const rows = await this.database.query<{ emailId: string; packet: Buffer }>(find, values);
    return new Map(rows.map(({ emailId, packet }) => [Number(emailId), packet]));
  }

  /** The ids, newest first, of emails that this key can't read as far as we know. */
  async unwrapped(keyId: number, beforeId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(unwrapped, [keyId, beforeId, limit]);
    return rows.map(({ id }) => Number(id));
  }

  /** Takes the place of the one before. Returns false for an email that is gone. */
  async put(tx: Tx, { id, mailboxId }: EmailPlace, keyId: number, packet: Buffer): Promise<boolean> {
    return (await tx.$executeRawUnsafe(put.text, id, mailboxId, keyId, new Uint8Array(packet))) === 1;
  }
}
