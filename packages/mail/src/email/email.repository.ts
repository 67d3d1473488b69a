import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';
import type { BoundedEmail, Email, EmailContent, EmailPage, FullEmail, ReceivedReport } from './email.js';
import { contentColumns, contentOf, type ContentRow } from './email-content.row.js';
import { emailPage, emailPageValues } from './email-page.repository.js';
import { isReady, mailboxesOf, mailboxOf } from './email-place.repository.js';
import { placesOf, type EmailPlace } from './email-place.js';
import { emailColumns, emailOf, type EmailRow } from './email.row.js';

const lists = {
  desc: statement('email-list-desc', `select ${emailColumns} from email e ${emailPage.desc}`),
  asc: statement('email-list-asc', `select ${emailColumns} from email e ${emailPage.asc}`),
};

const inDirection = (direction: 0 | 1) =>
  `(select id from email where mailbox_id = $1 and direction = ${direction} and ready_at is not null and id + 0 < $2
    order by id + 0 desc limit $3)`;

/** Received and sent mail, newest first: each direction is walked through its part of the index, and both are merged. */
const listBoth = statement(
  'email-list-both',
  `select ${emailColumns} from (
     select id from (${inDirection(0)} union all ${inDirection(1)}) walked order by id desc limit $3) newest
     cross join lateral (select * from email where mailbox_id = $1 and id = newest.id offset 0) e
   order by e.id desc`,
);

/** $1 email, $2 the mailbox that it must be in, or null. */
const asked = `e.id = $1 and e.mailbox_id = ${mailboxOf('email', '$1', '$2')} and ${isReady('e')}`;
/** $1 emails, $2 their mailboxes. */
const askedMany = `e.id = ${anyUnseen('$1::bigint[]')} and e.mailbox_id = ${anyUnseen('$2::int[]')} and ${isReady('e')}`;

const findReady = statement('email-find', `select ${emailColumns} from email e where ${asked}`);

const findMany = statement('email-find-many', `select ${emailColumns} from email e where ${askedMany}`);

/** $3 the bytes that the bodies of each may have; larger ones are not read. */
const findManyBounded = statement(
  'email-find-many-bounded',
  `select ${emailColumns}, ${contentColumns}, coalesce(c.is_large, false) as "bodiesLeftOut"
   from email e left join lateral (
     select m.raw_id, m.plain_text_source, m.reference_ids, m.headers, m.authentication, m.extractions,
       m.extracted_units, m.trust, s.is_large, case when s.is_large then '' else m.plain_text end as plain_text,
       case when s.is_large then '' else m.html end as html,
       case when s.is_large then '' else m.extracted_text end as extracted_text
     from message_content m cross join lateral (
       select octet_length(m.plain_text) + octet_length(m.html) > $3::int as is_large) s
     where m.raw_id = e.raw_id) c on true
   where ${askedMany}`,
);

const findContent = statement('email-content', `select ${contentColumns} from message_content c where raw_id = $1`);

const findFull = statement(
  'email-find-full',
  `select ${emailColumns}, ${contentColumns}
   from email e left join message_content c on c.raw_id = e.raw_id where ${asked}`,
);

/** Below this there is no received mail that waits for its parser, and none that a later list would show first. */
const settledUntil = statement(
  'email-settled-until',
  `select coalesce(
     (select min(id + 0) - 1 from email where mailbox_id = $1 and ready_at is null),
     (select max(id + 0) from email where mailbox_id = $1 and direction = 0 and ready_at is not null), 0)::float8 as id`,
);

const findReport = statement(
  'email-report',
  `select e.mailbox_id as "mailboxId", e.recipient, c.report,
     r.id is not null and r.envelope_sender is null as "fromNullSender"
   from email e join message_content c on c.raw_id = e.raw_id left join raw_message r on r.id = e.raw_id
   where e.id = $1 and e.mailbox_id = $2 and c.report is not null`,
);

const markRead = statement(
  'email-mark-read',
  `with marked as (
     update email e set unread = false from mailbox m
     where m.id = e.mailbox_id and m.tenant_id = $1 and ($2::int is null or m.id = $2)
       and e.id = any ($3::bigint[]) and e.mailbox_id = any (${mailboxesOf('$3::bigint[]', '$2')})
       and e.unread and ${isReady('e')} returning 1)
   select count(*) as updated from marked`,
);

type FullRow = EmailRow & ContentRow;

const fullOf = (row: FullRow): FullEmail => ({ email: emailOf(row), content: contentOf(row) });

@Injectable()
export class EmailRepository {
  constructor(private readonly database: Database) {}

  async list(mailboxId: number, page: EmailPage): Promise<Email[]> {
    const list = lists[page.oldestFirst ? 'asc' : 'desc'];
    const rows = await this.database.query<EmailRow>(list, emailPageValues(mailboxId, page));
    return rows.map(emailOf);
  }

  /** Lists both directions, newest first; `cursor` is the id of the last one before. */
  async listBoth(mailboxId: number, cursor: number | undefined, limit: number): Promise<Email[]> {
    const values = [mailboxId, cursor ?? Number.MAX_SAFE_INTEGER, limit];
    return (await this.database.query<EmailRow>(listBoth, values)).map(emailOf);
  }

  /** Returns an email that is ready, of one mailbox or, if that is null, whoever owns it: the caller checks. */
  async find(id: number, mailboxId: number | null): Promise<Email | null> {
    const [row] = await this.database.query<EmailRow>(findReady, [id, mailboxId]);
    return row ? emailOf(row) : null;
  }

  /** Returns the email with its bodies. */
  async findFull(id: number, mailboxId: number | null): Promise<FullEmail | null> {
    const [row] = await this.database.query<FullRow>(findFull, [id, mailboxId]);
    return row ? fullOf(row) : null;
  }

  /** Returns those that are there and ready, by their ids, with the bodies of those that have at most so many bytes of them. */
  async findManyBounded(emails: readonly EmailPlace[], maxBodyBytes: number): Promise<Map<number, BoundedEmail>> {
    type Row = FullRow & { readonly bodiesLeftOut: boolean };
    const rows = await this.database.query<Row>(findManyBounded, [...placesOf(emails), maxBodyBytes]);
    return new Map(rows.map((row) => [row.id, { ...fullOf(row), bodiesLeftOut: row.bodiesLeftOut }]));
  }

  /** Returns them in this order, without those that are missing or not ready. */
  async findMany(emails: readonly EmailPlace[]): Promise<Email[]> {
    if (emails.length === 0) return [];
    const rows = await this.database.query<EmailRow>(findMany, placesOf(emails));
    const byId = new Map(rows.map((row) => [row.id, emailOf(row)]));
    return emails.flatMap(({ id }) => byId.get(id) ?? []);
  }

  /** Whoever lists received mail after this, oldest first, misses nothing that a list does not show now. */
  async settledUntil(mailboxId: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(settledUntil, [mailboxId]);
    return row?.id ?? 0;
  }

  /** Null if the message could not be parsed. */
  async findContent(rawId: string): Promise<EmailContent | null> {
    const [row] = await this.database.query<ContentRow>(findContent, [rawId]);
    return row ? contentOf(row) : null;
  }

  /** Returns the report that a received email holds, with the address that it came to; null for all other mail. */
  async findReport({ id, mailboxId }: EmailPlace): Promise<ReceivedReport | null> {
    const [report] = await this.database.query<ReceivedReport>(findReport, [id, mailboxId]);
    return report ?? null;
  }

  /** Marks the tenant's emails, or those of one mailbox; returns how many were unread. */
  async markRead(tenantId: string, mailboxId: number | null, ids: readonly number[]): Promise<number> {
    const [row] = await this.database.query<{ updated: number }>(markRead, [tenantId, mailboxId, ids]);
    return row?.updated ?? 0;
  }
}
