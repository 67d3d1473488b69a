import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';

const find = statement(
  'envelope-find',
  `select email_id::text as "emailId", packet from email_envelope where key_id = $1 and email_id = any ($2::bigint[])`,
);

/** Encrypted mail of a key's mailbox that names neither it nor a part of it among its readers, and has no envelope for it. */
const unwrapped = statement(
  'envelope-unwrapped',
  `select e.id from mail_key k join email e on e.mailbox_id = k.mailbox_id and e.encrypted and e.ready_at is not null
   where k.id = $1 and e.id < $2 and not (e.encrypted_for && k.key_ids)
     and not exists (select from email_envelope v where v.email_id = e.id and v.key_id = k.id)
   order by e.id desc limit $3`,
);

/** Session keys of messages, each wrapped for an agent key after the message came. */
@Injectable()
export class EnvelopeRepository {
  constructor(private readonly database: Database) {}

  /** The packets for this key, by the ids of the emails. */
  async find(keyId: number, emailIds: readonly number[]): Promise<Map<number, Buffer>> {
    const rows = await this.database.query<{ emailId: string; packet: Buffer }>(find, [keyId, emailIds]);
    return new Map(rows.map(({ emailId, packet }) => [Number(emailId), packet]));
  }

  /** The ids, newest first, of emails that this key can't read as far as we know. */
  async unwrapped(keyId: number, beforeId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(unwrapped, [keyId, beforeId, limit]);
    return rows.map(({ id }) => Number(id));
  }

  /** Takes the place of the one before. Returns false for an email that is gone. */
  async put(tx: Tx, emailId: number, keyId: number, packet: Buffer): Promise<boolean> {
    const written = await tx.$executeRaw`
      insert into email_envelope (email_id, key_id, packet)
      select id, ${keyId}::int, ${new Uint8Array(packet)} from email where id = ${emailId} for key share
      on conflict (email_id, key_id) do update set packet = excluded.packet, created_at = now()`;
    return written === 1;
  }
}
