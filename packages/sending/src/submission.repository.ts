import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { outboundQueued } from '@mailroom/events';
import { MAILBOX_ACTIVE, type Email, type EmailAddressee, type Mailbox, type StoredContent } from '@mailroom/mail';
import { type ParsedMessage } from '@mailroom/message';
import { createReturnPath } from './return-path.js';
import type { RecipientSource } from './send-request.js';

/** What was submitted under an idempotency key. */
export type EarlierSubmission = { readonly requestHash: Buffer; readonly emailId: number };

export type NewSubmission = {
  readonly mailbox: Mailbox;
  readonly stored: StoredContent;
  readonly parsed: ParsedMessage;
  readonly bcc: readonly EmailAddressee[];
  readonly threadId: string;
  readonly recipients: readonly string[];
  readonly recipientSource: RecipientSource;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** The trace of the request. */
  readonly traceparent: string | null;
};

const KEY_LIFETIME = `interval '24 hours'`;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Writes the sent email with its raw message, content, attachments, job, recipients and event, all or none. Nothing is
 * written or returned while the tenant ($1) or its mailbox ($2) may not send, whatever another process knew about them,
 * or if the key ($3) was taken in the last 24 hours. If another transaction is taking the key, this waits up to 5 s for
 * its end: the lock timeout is set before.
 */
const submit = statement(
  'submission-insert',
  `with chosen as materialized (
     select nextval('email_id_seq') as email_id, set_config('lock_timeout', '5s', true)
     from tenant t join mailbox m on m.tenant_id = t.id
     where t.id = $1 and t.status = 'active' and m.id = $2::int and m.status = ${MAILBOX_ACTIVE}),
   key as (
     insert into idempotency_key as k (mailbox_id, key, request_hash, email_id)
     select $2::int, $3::text, $4::bytea, email_id from chosen where $3::text is not null
     on conflict (mailbox_id, key) do update set
       request_hash = excluded.request_hash, email_id = excluded.email_id, created_at = now()
     where k.created_at <= now() - ${KEY_LIFETIME}
     returning email_id),
   won as (
     select email_id from key union all select email_id from chosen where $3::text is null),
   raw as (
     insert into raw_message (id, content, blob, size, envelope_sender)
     select $5::uuid, $6::bytea, $7::text, $8::int, $9::text from won),
   content as (
     insert into message_content (raw_id, plain_text, html, reference_ids, headers)
     select $5::uuid, $10::text, $11::text, $12::text[], $30::jsonb from won),
   email as (
     insert into email (id, mailbox_id, direction, status, unread, raw_id, from_email, from_name, to_addresses,
       cc_addresses, bcc_addresses, reply_to_addresses, subject, snippet, message_id, in_reply_to, thread_id, has_body, attachment_count,
       ready_at, sent_at)
     select email_id, $2::int, 1, 'queued', false, $5::uuid, $9::text, $13::text, $14::jsonb, $15::jsonb, $16::jsonb,
       $29::jsonb, $17::text, $18::text, $19::text, $20::text, $21::text, true, json_array_length($22::json), now(), now() from won),
   attachment as (
     insert into attachment (email_id, position, filename, mime_type, size, disposition, content_id, key, part_offset,
       part_length, encoding)
     select email_id, a.position, a.filename, a."mimeType", a.size, a.disposition, a."contentId", a.key, a.offset,
       a.length, a.encoding
     from won, json_to_recordset($22::json) as a (position int, filename text, "mimeType" text, size int,
       disposition text, "contentId" text, key text, "offset" int, length int, encoding text)),
   job as (
     insert into outbound_job (email_id, mailbox_id, envelope_sender, traceparent, recipient_source)
     select email_id, $2::int, $25::text, $26::text, $28::text from won
     returning id, email_id),
   recipient as (
     insert into outbound_recipient (job_id, position, address, return_path)
     select job.id, r.position - 1, r.address, r.path
     from job, unnest($23::text[], $27::text[]) with ordinality as r (address, path, position)),
   event as (
     insert into outbox_event (id, type, payload, traceparent)
     select $24::uuid, '${outboundQueued.type}', jsonb_build_object('jobId', id, 'emailId', email_id), $26::text from job)
   select email_id as "emailId", pg_notify('outbox', '')::text as notified from won`,
);

const findByKey = statement(
  'submission-by-key',
  `select request_hash as "requestHash", email_id as "emailId" from idempotency_key
   where mailbox_id = $1 and key = $2 and created_at > now() - ${KEY_LIFETIME}`,
);

const isOpen = statement('submission-mailbox', `select from mailbox where id = $1 and status = ${MAILBOX_ACTIVE}`);

@Injectable()
export class SubmissionRepository {
  constructor(private readonly database: Database) {}

  async findByKey(mailboxId: number, key: string): Promise<EarlierSubmission | null> {
    const [found] = await this.database.query<EarlierSubmission>(findByKey, [mailboxId, key]);
    return found ?? null;
  }

  /** Whether the mailbox may send at this moment. */
  async isOpen(mailboxId: number): Promise<boolean> {
    return (await this.database.query(isOpen, [mailboxId])).length === 1;
  }

  /**
   * Returns the id of the sent email, or null if the tenant or the mailbox may not send, or if the key is taken.
   * @throws an error of code 55P03 if another transaction held the key too long
   */
  async insert(submission: NewSubmission): Promise<number | null> {
    const [row] = await this.database.query<{ emailId: number }>(submit, valuesOf(submission));
    return row?.emailId ?? null;
  }

  /** Inserts in the caller's transaction. */
  async insertIn(tx: Tx, submission: NewSubmission): Promise<number | null> {
    const [row] = await tx.$queryRawUnsafe<{ emailId: bigint }[]>(submit.text, ...valuesOf(submission));
    return row ? Number(row.emailId) : null;
  }
}

function valuesOf({ mailbox, stored, parsed, bcc, threadId, recipients, ...request }: NewSubmission): unknown[] {
  const attachments = parsed.attachments.map((file) => ({ ...file, key: `att_${uuidv7().replaceAll('-', '')}` }));
  return [
    mailbox.tenantId,
    mailbox.id,
    request.idempotencyKey ?? null,
    request.requestHash,
    uuidv7(),
    stored.content,
    stored.blob,
    stored.size,
    mailbox.address,
    parsed.plainText,
    parsed.html,
    parsed.references,
    mailbox.name,
    JSON.stringify(parsed.to),
    JSON.stringify(parsed.cc),
    JSON.stringify(bcc),
    parsed.subject,
    parsed.snippet,
    parsed.messageId,
    parsed.inReplyTo,
    threadId,
    JSON.stringify(attachments),
    recipients,
    uuidv7(),
    mailbox.address,
    request.traceparent,
    recipients.map(() => createReturnPath(mailbox.domain)),
    request.recipientSource,
    JSON.stringify(parsed.replyTo),
    JSON.stringify(parsed.headers),
  ];
}

/** Whether the wait for another transaction's lock took too long. */
export function isLockTimeout(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 4; depth += 1) {
    const { code, message, cause } = current as Error & { code?: unknown };
    if (code === LOCK_NOT_AVAILABLE || message.includes(LOCK_NOT_AVAILABLE) || /lock timeout/.test(message))
      return true;
    current = cause;
  }
  return false;
}

/** The thread that an answer belongs to. */
export function threadOf(original: Email | null, messageId: string): string {
  return original?.threadId || `thr_${messageId.replace(/[<>]/g, '').slice(0, 60)}`;
}
