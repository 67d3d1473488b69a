import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { emailAccepted } from '@mailroom/events';
import type { EmailPlace } from '@mailroom/mail';
import { eventRows } from '@mailroom/messaging';

export type IngestMessage = {
  readonly rawId: string;
  readonly sender: string | null;
  readonly clientAddress: string;
  readonly helo: string;
  /** The message itself; the other fields say where it lies in the blob store. */
  readonly inline: Buffer | null;
  readonly blob: string | null;
  readonly size: number;
  /** Whether what is stored is encrypted with the installation's key, until the message is sealed. */
  readonly awaitsSeal: boolean;
  /** One email per mailbox; `recipient` is the address that led to it. */
  readonly deliveries: readonly { readonly mailboxId: number; readonly recipient: string }[];
};

/**
 * Stores a group of messages: the raw message, email, task and outbox row of each, all or none. The inline contents
 * come as one binary parameter, since an array of them would travel as hex. The event is due only after $12 seconds:
 * the parser that has the message in hand deletes it, and a process that finds it due parses in place of one that died.
 */
const ingest = statement(
  'ingest',
  `with message as (
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[],
       $13::boolean[]) as m (id, sender, client_address, helo, blob, size, start, awaits_seal)),
   raw as (
     insert into raw_message (id, content, blob, size, envelope_sender, client_address, helo, awaits_seal)
     select id, case when blob is null then substring($8::bytea from start + 1 for size) end, blob, size, sender,
       client_address, helo, awaits_seal from message),
   email as (
     insert into email (mailbox_id, direction, status, unread, raw_id, recipient)
     select mailbox_id, 0, 'received', true, raw_id, recipient
     from unnest($9::uuid[], $10::int[], $11::text[]) as d (raw_id, mailbox_id, recipient)
     returning id, raw_id, mailbox_id),
   task as (
     insert into email_task (email_id, mailbox_id, seq) select id, mailbox_id, id from email),
   ${eventRows(
     {
       id: 'raw_id',
       type: `'${emailAccepted.type}'`,
       payload: `jsonb_build_object('rawId', raw_id, 'emailIds', jsonb_agg(id), 'mailboxIds', jsonb_agg(mailbox_id))`,
       dueInSeconds: '$12',
     },
     'from email group by raw_id',
   )}
   select raw_id as "rawId", id, mailbox_id as "mailboxId" from email`,
);

@Injectable()
export class IngestRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the emails of each message, in the order of `messages`; after `watchdogSeconds` another process parses them.
   */
  async ingest(messages: readonly IngestMessage[], watchdogSeconds: number): Promise<EmailPlace[][]> {
    const deliveries = messages.flatMap(({ rawId, deliveries: own }) =>
      own.map((delivery) => ({ rawId, ...delivery })),
    );
    const stored = await this.database.query<EmailPlace & { rawId: string }>(ingest, [
      messages.map(({ rawId }) => rawId),
      messages.map(({ sender }) => sender),
      messages.map(({ clientAddress }) => clientAddress),
      messages.map(({ helo }) => helo),
      messages.map(({ blob }) => blob),
      messages.map(({ size }) => size),
      startsOf(messages),
      Buffer.concat(messages.flatMap(({ inline }) => inline ?? [])),
      deliveries.map(({ rawId }) => rawId),
      deliveries.map(({ mailboxId }) => mailboxId),
      deliveries.map(({ recipient }) => recipient),
      watchdogSeconds,
      messages.map(({ awaitsSeal }) => awaitsSeal),
    ]);
    const byRawId = new Map<string, EmailPlace[]>(messages.map(({ rawId }) => [rawId, []]));
    for (const { rawId, id, mailboxId } of stored) byRawId.get(rawId)?.push({ id, mailboxId });
    return [...byRawId.values()];
  }
}

/** The primary keys of the raw message and of its event, which has the same id. */
const ownKeys = ['raw_message_pkey', 'outbox_event_pkey'];

/** Whether a message was refused because an earlier commit with the same id had already stored it. */
export function isStoredAlready(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && ownKeys.includes(String(error.constraint));
}

/** Where each message begins in the concatenation of all inline contents. */
function startsOf(messages: readonly IngestMessage[]): number[] {
  let end = 0;
  return messages.map(({ inline }) => {
    const start = end;
    end += inline?.length ?? 0;
    return start;
  });
}
