import { statement, type Database } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';

const insertTenant = statement(
  'builder-tenant',
  `with t as (insert into tenant (id, name) values ($1, $1) on conflict do nothing)
   insert into mail_domain (name, tenant_id) values ($2, $1) on conflict do nothing`,
);
const insertUser = statement('builder-user', `insert into app_user (tenant_id) values ($1) returning id`);
const insertMailbox = statement(
  'builder-mailbox',
  `insert into mailbox (tenant_id, user_id, address, domain) values ($1, $2, $3, $4) returning id`,
);
const insertEmails = statement(
  'builder-emails',
  `with email as (
     insert into email (mailbox_id, direction, status, unread, raw_id, subject, ready_at)
     select $1, 0, 'received', true, $2, 'email ' || n, now() from generate_series(1, $3::int) n order by n returning id)
   insert into email_task (email_id, mailbox_id, seq, ready) select id, $1, id, true from email returning email_id as id`,
);

/** A tenant with one domain, ready for mailboxes. */
export async function buildTenant(database: Database, tenantId: string, domain: string): Promise<void> {
  await database.query(insertTenant, [tenantId, domain]);
}

export async function buildMailbox(database: Database, tenantId: string, address: string): Promise<number> {
  const [user] = await database.query<{ id: number }>(insertUser, [tenantId]);
  const domain = address.slice(address.indexOf('@') + 1);
  const [mailbox] = await database.query<{ id: number }>(insertMailbox, [tenantId, user?.id, address, domain]);
  return mailbox?.id ?? 0;
}

/** Received emails that are ready, each with a new task; returns their ids in order. */
export async function buildEmails(database: Database, mailboxId: number, count: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(insertEmails, [mailboxId, uuidv7(), count]);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
