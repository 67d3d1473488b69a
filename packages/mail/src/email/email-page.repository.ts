import type { EmailPage } from './email.js';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * The conditions of one page: $1 mailbox, $2 direction, $3 cursor, $4 limit. Oldest first stops before the oldest email
 * that still waits for its parser: otherwise whoever follows a mailbox by its last id would never see an email that
 * became ready after a younger one. Only `email_list_partial` offers the order by `id + 0`, so the planner can't walk the
 * primary key past the mail of all others.
 */
export const emailPage = {
  desc: `where e.mailbox_id = $1 and e.direction = $2 and e.ready_at is not null and e.id + 0 < $3
    order by e.id + 0 desc limit $4`,
  asc: `where e.mailbox_id = $1 and e.direction = $2 and e.ready_at is not null and e.id + 0 > $3
      and e.id + 0 < coalesce((select min(id + 0) from email where mailbox_id = $1 and ready_at is null), ${MAX_ID})
    order by e.id + 0 limit $4`,
} as const;

export function emailPageValues(mailboxId: number, page: EmailPage): unknown[] {
  const direction = page.direction === 'received' ? 0 : 1;
  return [mailboxId, direction, page.cursor ?? (page.oldestFirst ? 0 : MAX_ID), page.limit];
}
