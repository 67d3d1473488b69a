import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

export type IngestMessage = {
  readonly rawId: string;
  readonly sender: string | null;
  readonly clientAddress: string;
  readonly helo: string;
  /** The message itself, or where it lies in the blob store. */
  readonly inline: Buffer | null;
  readonly blob: string | null;
  readonly size: number;
  /** One email per mailbox; `recipient` is the address that led to it. */
  readonly deliveries: readonly { readonly mailboxId: number; readonly recipient: string }[];
};

/**
 * Takes a group of messages in: raw, email, task and outbox row of each, all or none. The inline contents come as one
 * binary parameter, since an array of them would travel as hex. The event is due only after $4 seconds: the parser that
 * has the message in hand deletes it, and whoever finds it due parses instead of one that died.
 */
const ingest = statement(
  'ingest',
  `with message as (
     select * from json_to_recordset($1::json) as m (
       "rawId" uuid, sender text, "clientAddress" text, helo text, blob text, size int, start int)),
   raw as (
     insert into raw_message (id, content, blob, size, envelope_sender, client_address, helo)
     select "rawId", case when blob is null then substring($2::bytea from start + 1 for size) end, blob, size, sender,
       "clientAddress", helo from message),
   email as (
     insert into email (mailbox_id, direction, status, unread, raw_id, recipient)
     select "mailboxId", 0, 'received', true, "rawId", recipient
     from json_to_recordset($3::json) as d ("rawId" uuid, "mailboxId" int, recipient text)
     returning id, raw_id, mailbox_id),
   task as (
     insert into email_task (email_id, mailbox_id, seq) select id, mailbox_id, id from email),
   event as (
     insert into outbox_event (id, type, payload, due_at)
     select raw_id, 'email.accepted', jsonb_build_object('rawId', raw_id, 'emailIds', jsonb_agg(id)),
       now() + make_interval(secs => $4)
     from email group by raw_id)
   select raw_id as "rawId", array_agg(id) as "emailIds" from email group by raw_id`,
);

const findStored = statement('ingest-stored', `select id from raw_message where id = any ($1::uuid[])`);

@Injectable()
export class IngestRepository {
  constructor(private readonly database: Database) {}

  /** The ids of each message's emails, in the order of `messages`; after `watchdogSeconds` another process parses them. */
  async ingest(messages: readonly IngestMessage[], watchdogSeconds: number): Promise<number[][]> {
    let start = 0;
    const rows = messages.map(({ inline, deliveries: _, ...message }) => {
      const row = { ...message, start };
      start += inline?.length ?? 0;
      return row;
    });
    const contents = Buffer.concat(messages.flatMap(({ inline }) => inline ?? []));
    const deliveries = messages.flatMap(({ rawId, deliveries }) =>
      deliveries.map((delivery) => ({ rawId, ...delivery })),
    );
    const stored = await this.database.query<{ rawId: string; emailIds: string[] }>(ingest, [
      JSON.stringify(rows),
      contents,
      JSON.stringify(deliveries),
      watchdogSeconds,
    ]);
    const byRawId = new Map(stored.map(({ rawId, emailIds }) => [rawId, emailIds.map(Number)]));
    return messages.map(({ rawId }) => byRawId.get(rawId) ?? []);
  }

  /** Which of them are stored: the answer to a commit whose own answer was lost. */
  async findStored(rawIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(findStored, [rawIds]);
    return new Set(rows.map(({ id }) => id));
  }
}
