import { Injectable } from '@nestjs/common';
import { Database, statement, type Statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { outboundQueued } from '@mailroom/events';
import {
  isLeaseOver,
  isOpen as isOpenMailbox,
  type Closing,
  type Email,
  type EmailAddressee,
  type Mailbox,
  type StoredContent,
} from '@mailroom/mail';
import { type ParsedMessage } from '@mailroom/message';
import { eventRows } from '@mailroom/messaging';
import {
  SendPolicy,
  suppressionKey,
  type IntendedSend,
  type IntendedTerms,
  type Objection,
} from '@mailroom/send-policy';
import { createReturnPath } from './return-path.js';
import type { RecipientSource } from './send-request.js';

/** What was submitted under an idempotency key. */
export type EarlierSubmission = { readonly requestHash: Buffer; readonly emailId: number };

export type NewSubmission = {
  readonly mailbox: Mailbox;
  readonly send: IntendedSend;
  readonly stored: StoredContent;
  readonly parsed: ParsedMessage;
  readonly bcc: readonly EmailAddressee[];
  readonly threadId: string;
  readonly recipientSource: RecipientSource;
  readonly idempotencyKey: string | undefined;
  readonly requestHash: Buffer;
  /** The trace of the request. */
  readonly traceparent: string | null;
};

/** What came of it; null if the mailbox may not send or the key is taken. */
export type Written = { readonly emailId: number } | { readonly objection: Objection } | null;

const KEY_LIFETIME = `interval '24 hours'`;
const LOCK_NOT_AVAILABLE = '55P03';

/** What the rules may build on; the statement names all of it, as a parameter that no rule uses would have no type. */
const terms: IntendedTerms = {
  tenantId: '$30::text',
  mailboxId: '$1::int',
  addresses: '$31::text[]',
  externalAddresses: '$32::text[]',
  externalCount: '$33::int',
};

/**
 * Writes the sent email with its raw message, content, attachments, job, recipients and event, all or none. Nothing is
 * written if a rule of the policy objects, while the mailbox ($1) is disabled or its lease is over, whatever another process knew,
 * or if the key ($2) was taken in the last 24 hours. If another transaction is taking the key, or decides by the same
 * account, this waits up to 5 s for its end.
 */
const submit = (policy: SendPolicy) =>
  statement(
    'submission-insert',
    `with intended as (select ${Object.values(terms).join(', ')}),
   ${policy.judgement(terms)},
   chosen as materialized (
     select nextval('email_id_seq') as email_id from mailbox m join sender s on s.id = m.tenant_id
     where m.id = $1::int and ${isOpenMailbox('m')} and not exists (select from objection)),
   key as (
     insert into idempotency_key as k (mailbox_id, key, request_hash, email_id)
     select $1::int, $2::text, $3::bytea, email_id from chosen where $2::text is not null
     on conflict (mailbox_id, key) do update set
       request_hash = excluded.request_hash, email_id = excluded.email_id, created_at = now()
     where k.created_at <= now() - ${KEY_LIFETIME}
     returning email_id),
   won as (
     select email_id from key union all select email_id from chosen where $2::text is null),
   raw as (
     insert into raw_message (id, content, blob, size, envelope_sender)
     select $4::uuid, $5::bytea, $6::text, $7::int, $8::text from won),
   content as (
     insert into message_content (raw_id, plain_text, html, reference_ids, headers)
     select $4::uuid, $9::text, $10::text, $11::text[], $29::jsonb from won),
   email as (
     insert into email (id, mailbox_id, direction, status, unread, raw_id, from_email, from_name, to_addresses,
       cc_addresses, bcc_addresses, reply_to_addresses, subject, snippet, message_id, in_reply_to, thread_id, has_body, attachment_count,
       encrypted, encrypted_for, ready_at, sent_at)
     select email_id, $1::int, 1, 'queued', false, $4::uuid, $8::text, $12::text, $13::jsonb, $14::jsonb, $15::jsonb,
       $28::jsonb, $16::text, $17::text, $18::text, $19::text, $20::text, not $35::boolean, json_array_length($21::json),
       $35::boolean, $36::text[], now(), now() from won),
   attachment as (
     insert into attachment (mailbox_id, email_id, position, filename, mime_type, size, disposition, content_id, key,
       part_offset, part_length, encoding)
     select $1::int, email_id, a.position, a.filename, a."mimeType", a.size, a.disposition, a."contentId", a.key, a.offset,
       a.length, a.encoding
     from won, json_to_recordset($21::json) as a (position int, filename text, "mimeType" text, size int,
       disposition text, "contentId" text, key text, "offset" int, length int, encoding text)),
   job as (
     insert into outbound_job (email_id, mailbox_id, envelope_sender, traceparent, recipient_source, metered_tenant_id)
     select email_id, $1::int, $24::text, $25::text, $27::text, (select id from sender where metered) from won
     returning id, email_id),
   recipient as (
     insert into outbound_recipient (job_id, mailbox_id, position, address, return_path, credit)
     select job.id, $1::int, r.position - 1, r.address, r.path,
       case when r.external and (${policy.charge(terms)}) then 'reserved' end
     from job, unnest($22::text[], $26::text[], $34::boolean[]) with ordinality as r (address, path, external, position)
     returning job_id, position, credit)${policy.costs(terms, { accepted: 'won', recipients: 'recipient' })},
   ${eventRows(
     {
       id: '$23::uuid',
       type: `'${outboundQueued.type}'`,
       payload: `jsonb_build_object('jobId', id, 'emailId', email_id, 'mailboxId', $1::int)`,
       traceparent: '$25::text',
     },
     'from job',
   )}
   select email_id as "emailId", null::text as rule, null::jsonb as details, pg_notify('outbox', '')::text from won
   union all select null, rule, details, null from objection`,
  );

const findByKey = statement(
  'submission-by-key',
  `select request_hash as "requestHash", email_id as "emailId" from idempotency_key
   where mailbox_id = $1 and key = $2 and created_at > now() - ${KEY_LIFETIME}`,
);

/** A key that we made, of which somebody knows neither the mailbox nor whether it was used. */
const findInTenant = statement(
  'submission-by-key-in-tenant',
  `select k.request_hash as "requestHash", k.email_id as "emailId", k.mailbox_id as "mailboxId"
   from mailbox m join idempotency_key k on k.mailbox_id = m.id
   where m.tenant_id = $1 and ($2::int is null or m.id = $2) and k.key = $3 and k.created_at > now() - ${KEY_LIFETIME}`,
);

const closingOf = statement(
  'submission-mailbox',
  `select ${isOpenMailbox('m')} as open, ${isLeaseOver('m')} as "leaseOver" from mailbox m where id = $1`,
);

@Injectable()
export class SubmissionRepository {
  readonly #submit: Statement;

  constructor(
    private readonly database: Database,
    policy: SendPolicy,
  ) {
    this.#submit = submit(policy);
  }

  async findByKey(mailboxId: number, key: string): Promise<EarlierSubmission | null> {
    const [found] = await this.database.query<EarlierSubmission>(findByKey, [mailboxId, key]);
    return found ?? null;
  }

  /** The same in any mailbox of a tenant, or in one of them. */
  async findInTenant(tenantId: string, mailboxId: number | null, key: string) {
    const values = [tenantId, mailboxId, key];
    return this.database.query<EarlierSubmission & { readonly mailboxId: number }>(findInTenant, values);
  }

  /** Why the mailbox may not send at this moment; null if it may. */
  async closingOf(mailboxId: number, on: Pick<Database, 'query'> = this.database): Promise<Closing | null> {
    const [mailbox] = await on.query<{ open: boolean; leaseOver: boolean }>(closingOf, [mailboxId]);
    if (mailbox?.open) return null;
    return mailbox?.leaseOver ? 'lease ended' : 'disabled';
  }

  /**
   * Writes the submission in a transaction, or in one of its own where `on` is the database.
   * @throws an error of code 55P03 if another transaction held the key or the account too long
   */
  async insert(on: Pick<Database, 'query'>, submission: NewSubmission): Promise<Written> {
    const [row] = await on.query<{ emailId: number | null } & Objection>(this.#submit, valuesOf(submission));
    if (!row) return null;
    const { emailId, rule, details } = row;
    return emailId === null ? { objection: { rule, details } } : { emailId };
  }
}

function valuesOf({ mailbox, send, stored, parsed, bcc, threadId, ...request }: NewSubmission): unknown[] {
  const recipients = [...new Set(send.recipients.map(({ address }) => address))];
  const external = send.recipients.filter(({ reach }) => reach === 'external');
  const outside = new Set(external.map(({ address }) => address));
  const attachments = parsed.attachments.map((file) => ({ ...file, key: `att_${uuidv7().replaceAll('-', '')}` }));
  return [
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
    send.tenantId,
    canonicalOf(send.recipients),
    canonicalOf(external),
    outside.size,
    recipients.map((address) => outside.has(address)),
    parsed.encrypted,
    parsed.encryptedFor,
  ];
}

function canonicalOf(recipients: IntendedSend['recipients']): string[] {
  return [...new Set(recipients.map(({ address }) => suppressionKey(address) ?? address))];
}

/** Whether the wait for another transaction's lock took too long. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

/** The thread that an answer belongs to. */
export function threadOf(original: Email | null, messageId: string): string {
  return original?.threadId || `thr_${messageId.replace(/[<>]/g, '').slice(0, 60)}`;
}
