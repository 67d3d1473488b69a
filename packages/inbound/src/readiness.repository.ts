import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { emailReceived, reportReceived, type Event } from '@mailroom/events';
import { isReady, isReturnPath } from '@mailroom/mail';
import { eventRows, HAND_OVER_SECONDS, tellEvents } from '@mailroom/messaging';
import type { ReadyMessage } from './ready-message.js';

/** The text that lies where the column says behind the place of its message, in the statement's second parameter. */
const textAt = (column: string) =>
  `convert_from(substring($2::bytea, "textsAt" + ${column}[1] + 1, ${column}[2]), 'UTF8')`;

const emptyOf = { text: `''`, jsonb: `'[]'`, json: `'[]'`, 'text[]': `'{}'`, boolean: 'false' } as const;

/** The columns of a message's row that are left out of it where they are empty. */
const orEmpty = (type: keyof typeof emptyOf, columns: readonly string[]) =>
  columns.map((column) => `coalesce("${column}", ${emptyOf[type]}) as "${column}"`).join(', ');

/**
 * Shows parsed messages: writes their emails, contents, attachments, tasks and events in one commit, which also removes
 * the watchdog event. What awaited its seal is replaced in it. Emails that are already ready are left alone, so a
 * repetition changes nothing. The content of a message that was sent from here exists already, except for what only
 * reading it reveals. A reply joins the oldest message of its mailbox that it refers to; only one index offers the order
 * in which that is looked for, so that many messages of one Message-ID cost no more than one. Rows are found by arrays of
 * their ids ($3, $4 and $9): the planner takes an array for a few rows, looks each up, and keeps its plan, while it would
 * read whole tables for what it cannot count. What joins them is written (`+ 0`) so that the planner does not expect a
 * single row, for which it would go through the whole group once for each of its emails; of what was shown it does, so the
 * tasks are joined to arrays of that. Nothing goes through the index of
 * emails that are not ready: it is empty when statistics are made, and long in a burst. Texts come as octets, which
 * Postgres need not read as JSON.
 */
const makeReady = statement(
  'inbound-make-ready',
  `with message as (
     select "rawId", status, ${orEmpty('text', ['errorMessage', 'fromEmail', 'fromName', 'subject', 'snippet', 'messageId', 'inReplyTo'])},
       ${orEmpty('jsonb', ['to', 'cc', 'bcc', 'replyTo'])}, ${orEmpty('text', ['verificationCode', 'taskReason'])},
       ${orEmpty('text[]', ['references', 'encryptedFor'])}, ${orEmpty('boolean', ['encrypted', 'machineSent'])},
       ${orEmpty('json', ['attachments'])}, "ownThreadId", "sentAt", "plainText", html, extractions, "extractedText",
       "extractedUnits", trust, authentication, "taskStatus", report, traceparent, headers, "plainTextSource", replacement,
       "textsAt", "returnedReason"
     from json_to_recordset($1::json) as m (
       "rawId" uuid, status text, "errorMessage" text, "fromEmail" text, "fromName" text, "to" jsonb,
       cc jsonb, bcc jsonb, "replyTo" jsonb, subject text, snippet text, "messageId" text, "inReplyTo" text,
       "references" text[], "ownThreadId" text, "sentAt" timestamptz, encrypted boolean, "plainText" int[], html int[],
       "verificationCode" text, extractions jsonb, "extractedText" int[], "extractedUnits" int, trust jsonb, authentication jsonb,
       attachments json, "taskStatus" text, "taskReason" text, "machineSent" boolean, report jsonb, traceparent text,
       headers int[], "plainTextSource" text, "encryptedFor" text[], replacement json, "textsAt" int,
       "returnedReason" text)),
   target as (
     select * from unnest($4::bigint[], $5::uuid[], $6::uuid[], $7::uuid[], $8::jsonb[], $9::int[])
       as t (id, "rawId", "eventId", "reportEventId", pgp, "mailboxId")),
   shown as (
     update email e set status = m.status, error_message = m."errorMessage", from_email = m."fromEmail",
       from_name = m."fromName", to_addresses = m."to", cc_addresses = m.cc, bcc_addresses = m.bcc,
       reply_to_addresses = m."replyTo", subject = m.subject, snippet = m.snippet, message_id = m."messageId",
       in_reply_to = m."inReplyTo", sent_at = m."sentAt", encrypted = m.encrypted,
       encrypted_for = m."encryptedFor", verification_code = m."verificationCode",
       pgp_signature = t.pgp, has_body = m."plainText"[2] > 0 or m.html[2] > 0,
       attachment_count = json_array_length(m.attachments),
       thread_id = coalesce(case when m."inReplyTo" <> '' or m."references" <> '{}' then (
         select p.thread_id from unnest(m."references" || m."inReplyTo") as r (message_id)
           cross join lateral (
             select id, thread_id from email p
             where p.mailbox_id = e.mailbox_id and p.message_id = r.message_id and p.message_id <> ''
               and p.ready_at is not null
             order by p.id + 0 limit 1) p
         order by p.id limit 1) end, m."ownThreadId"),
       ready_at = clock_timestamp()
     from target t join message m on m."rawId" = t."rawId"
     where e.id + 0 = t.id and e.id = any ($4) and e.mailbox_id = any ($9) and not ${isReady('e')}
     returning e.id, e.mailbox_id, e.raw_id, e.ready_at, m.traceparent, t."eventId",
       case when m."returnedReason" is not null and ${isReturnPath('e.recipient')} then 'ignored' else m."taskStatus" end
         as "taskStatus",
       case when ${isReturnPath('e.recipient')} then coalesce(m."returnedReason", m."taskReason") else m."taskReason" end
         as "taskReason",
       case when m.report is not null then t."reportEventId" end as "reportEventId"),
   sealed as (
     update raw_message r set content = decode(m.replacement ->> 'content', 'base64'), blob = m.replacement ->> 'blob',
       size = (m.replacement ->> 'size')::int, awaits_seal = false
     from message m
     where m.replacement is not null and r.id = m."rawId" and r.id in (select raw_id from shown)
     returning r.id, r.blob),
   released as (
     insert into blob_deletion (blob)
     select r.blob from raw_message r join sealed s on s.id = r.id where r.blob is not null on conflict do nothing),
   content as (
     insert into message_content (raw_id, plain_text, html, reference_ids, authentication, extractions, extracted_text,
       extracted_units, trust, machine_sent, report, headers, plain_text_source)
     select "rawId", ${textAt('"plainText"')}, ${textAt('html')}, "references", authentication, extractions,
       ${textAt('"extractedText"')}, "extractedUnits", trust, "machineSent", report, ${textAt('headers')}::jsonb, "plainTextSource"
     from message
     where status <> 'parse_failed' and "rawId" in (select raw_id from shown)
     on conflict (raw_id) do update set authentication = excluded.authentication, extractions = excluded.extractions,
       machine_sent = excluded.machine_sent, report = excluded.report),
   files as (
     insert into attachment (mailbox_id, email_id, position, filename, mime_type, size, disposition, content_id, key,
       part_offset, part_length, encoding)
     select s.mailbox_id, s.id, a.position, a.filename, a."mimeType", a.size, a.disposition, a."contentId",
       'att_' || replace(gen_random_uuid()::text, '-', ''), a."offset", a.length, a.encoding
     from shown s join message m on m."rawId" = s.raw_id
       cross join lateral json_to_recordset(m.attachments) as a (position int, filename text, "mimeType" text, size int,
         disposition text, "contentId" text, "offset" int, length int, encoding text)),
   task as (
     update email_task t set ready = true, status = s."taskStatus", reason = s."taskReason",
       handled_by = case when s."taskStatus" = 'ignored' then 'mailroom' else '' end,
       handled_at = case when s."taskStatus" = 'ignored' then now() end
     from (select array_agg(id) as ids, array_agg("taskStatus") as statuses, array_agg("taskReason") as reasons from shown) g
       cross join unnest(g.ids, g.statuses, g.reasons) as s (id, "taskStatus", "taskReason")
     where t.email_id + 0 = s.id and t.email_id = any ($4) and t.mailbox_id = any ($9)),
   watchdog as (
     delete from outbox_event where type = 'email.accepted' and id = any ($3::uuid[])),
   tried as (
     delete from parse_attempt where raw_id = any ($3)),
   ${eventRows(
     {
       id: 'e.id',
       type: 'e.type',
       payload: `jsonb_build_object('emailId', s.id, 'mailboxId', s.mailbox_id)`,
       traceparent: 's.traceparent',
       dueInSeconds: String(HAND_OVER_SECONDS),
     },
     `from shown s cross join lateral (
       values (s."eventId", '${emailReceived.type}'), (s."reportEventId", '${reportReceived.type}')) as e (id, type)
     where e.id is not null`,
   )},
   ${tellEvents(`type = '${emailReceived.type}'`)}
   select id as "emailId", mailbox_id as "mailboxId", "eventId", "reportEventId", ready_at as "readyAt", traceparent
   from shown`,
);

const giveUp = statement(
  'inbound-give-up',
  `with due as (
     update outbox_event set due_at = now() where id = any ($1::uuid[]) and type = 'email.accepted' returning 1)
   select pg_notify('outbox', '') where exists (select from due)`,
);

type ShownEmail = {
  readonly emailId: number;
  readonly mailboxId: number;
  readonly eventId: string;
  /** Null if it reports nothing. */
  readonly reportEventId: string | null;
  readonly readyAt: Date;
  readonly traceparent: string;
};

/** The rows of the messages as one array in JSON, and their texts one behind the other. */
function octetsOf(messages: readonly ReadyMessage[]): { readonly rows: Buffer; readonly texts: Buffer } {
  const rows: Uint8Array[] = [];
  let textsAt = 0;
  for (const { rawId, traceparent, replacement, row } of messages) {
    const own = JSON.stringify({ rawId, traceparent, replacement: replacement ?? undefined, textsAt });
    // The braces between the two objects in JSON make room for a comma, and they are one.
    rows.push(Buffer.from(`${rows.length === 0 ? '[' : ','}${own.slice(0, -1)},`), row.json.subarray(1));
    textsAt += row.texts.length;
  }
  rows.push(Buffer.from(']'));
  return {
    rows: Buffer.concat(rows),
    texts: Buffer.concat(
      messages.map(({ row }) => row.texts),
      textsAt,
    ),
  };
}

@Injectable()
export class ReadinessRepository {
  constructor(private readonly database: Database) {}

  /** Returns the events that were written, which this process must publish. */
  async makeReady(messages: readonly ReadyMessage[]): Promise<Event[]> {
    const { rows, texts } = octetsOf(messages);
    const emails = messages.flatMap(({ rawId, emails: own }) => own.map((email) => ({ rawId, ...email })));
    const shown = await this.database.query<ShownEmail>(makeReady, [
      rows,
      texts,
      messages.map(({ rawId }) => rawId),
      emails.map(({ id }) => id),
      emails.map(({ rawId }) => rawId),
      emails.map(({ eventId }) => eventId),
      emails.map(({ reportEventId }) => reportEventId),
      emails.map(({ pgp }) => pgp && JSON.stringify(pgp)),
      emails.map(({ mailboxId }) => mailboxId),
    ]);
    return shown.flatMap(({ emailId, mailboxId, eventId, reportEventId, readyAt, traceparent }) => {
      const common = { occurredAt: readyAt.toISOString(), payload: { emailId, mailboxId }, traceparent };
      const received = { id: eventId, type: emailReceived.type, ...common };
      return reportEventId === null
        ? [received]
        : [received, { id: reportEventId, type: reportReceived.type, ...common }];
    });
  }

  /** Leaves accepted messages to whichever process picks them up. */
  async giveUp(rawIds: readonly string[]): Promise<void> {
    await this.database.query(giveUp, [rawIds]);
  }
}
