import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { Email, EmailContent, MailDirection } from './email.js';
import { emailColumns, emailOf, type EmailRow } from './email.row.js';

export type EmailPage = {
  readonly direction: MailDirection;
  /** Only beyond this email id, in the order asked for. */
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

const MAX_ID = Number.MAX_SAFE_INTEGER;

const listNewestFirst = statement(
  'email-list-desc',
  `select ${emailColumns} from email e
   where mailbox_id = $1 and direction = $2 and ready_at is not null and id < $3 order by id desc limit $4`,
);

/**
 * Stops before the oldest email that still waits for its parser: whoever follows a mailbox by its last id would never
 * see one that became ready after a younger one.
 */
const listOldestFirst = statement(
  'email-list-asc',
  `select ${emailColumns} from email e
   where mailbox_id = $1 and direction = $2 and ready_at is not null and id > $3
     and id < coalesce((select min(id) from email where mailbox_id = $1 and ready_at is null), ${MAX_ID})
   order by id limit $4`,
);

const findReady = statement('email-find', `select ${emailColumns} from email e where id = $1 and ready_at is not null`);

const findMany = statement(
  'email-find-many',
  `select ${emailColumns} from email e where id = any ($1::bigint[]) and ready_at is not null`,
);

const findContent = statement(
  'email-content',
  `select plain_text as "plainText", html, reference_ids as "references", authentication
   from message_content where raw_id = $1`,
);

const markRead = statement(
  'email-mark-read',
  `with marked as (
     update email e set unread = false from mailbox m
     where m.id = e.mailbox_id and m.tenant_id = $1 and ($2::int is null or m.id = $2)
       and e.id = any ($3::bigint[]) and e.unread and e.ready_at is not null returning 1)
   select count(*) as updated from marked`,
);

@Injectable()
export class EmailRepository {
  constructor(private readonly database: Database) {}

  async list(mailboxId: number, page: EmailPage): Promise<Email[]> {
    const direction = page.direction === 'received' ? 0 : 1;
    const rows = page.oldestFirst
      ? await this.database.query<EmailRow>(listOldestFirst, [mailboxId, direction, page.cursor ?? 0, page.limit])
      : await this.database.query<EmailRow>(listNewestFirst, [mailboxId, direction, page.cursor ?? MAX_ID, page.limit]);
    return rows.map(emailOf);
  }

  /** An email that is ready, whosesoever it is: the caller checks. */
  async find(id: number): Promise<Email | null> {
    const [row] = await this.database.query<EmailRow>(findReady, [id]);
    return row ? emailOf(row) : null;
  }

  /** In the order of `ids`; those that are missing or not ready are left out. */
  async findMany(ids: readonly number[]): Promise<Email[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.query<EmailRow>(findMany, [ids]);
    const byId = new Map(rows.map((row) => [row.id, emailOf(row)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Null for a message that could not be parsed. */
  async findContent(rawId: string): Promise<EmailContent | null> {
    const [content] = await this.database.query<EmailContent>(findContent, [rawId]);
    return content ?? null;
  }

  /** Marks the tenant's emails, or those of one mailbox; returns how many were unread. */
  async markRead(tenantId: string, mailboxId: number | null, ids: readonly number[]): Promise<number> {
    const [row] = await this.database.query<{ updated: number }>(markRead, [tenantId, mailboxId, ids]);
    return row?.updated ?? 0;
  }
}
