/**
 * SQL: the mailbox of a row that its caller knows by an id: `mailbox`, which may be all that the caller reaches, or else,
 * where that is null, the one that the row is in. So a statement says of which mailbox it reads even if nobody told it;
 * the look-up alone goes through the mail of all (docs/adr/0072).
 */
export function mailboxOf(table: string, id: string, mailbox: string): string {
  return `coalesce(${mailbox}::int, (select placed.mailbox_id from ${table} placed where placed.id = ${id}))`;
}

/** SQL: the same for emails that are known by an array of ids; an array. */
export function mailboxesOf(ids: string, mailbox: string): string {
  return `case when ${mailbox}::int is not null then array[${mailbox}::int]
    else array(select placed.mailbox_id from email placed where placed.id = any (${ids})) end`;
}

/**
 * SQL: whether an email is ready, for rows that are found by their ids. It says so as no partial index does: those begin
 * with the mailbox, and beside a condition on that the planner would walk through a whole one.
 */
export function isReady(email: string): string {
  return `coalesce(${email}.ready_at, 'infinity') < 'infinity'`;
}
