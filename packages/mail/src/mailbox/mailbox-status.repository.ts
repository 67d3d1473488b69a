import { MAILBOX_ACTIVE, MAILBOX_DISABLED } from './mailbox.js';

/** SQL: whether a mailbox row takes and sends mail now: it is not disabled, and its lease, if it has one, has not ended. */
export function isOpen(mailbox: string): string {
  return `(${mailbox}.status = ${MAILBOX_ACTIVE} and coalesce(${mailbox}.leased_until > now(), true))`;
}

/** SQL: whether a mailbox row was leased, and is no longer. */
export function isLeaseOver(mailbox: string): string {
  return `coalesce(${mailbox}.leased_until <= now(), false)`;
}

/** SQL: the status that the row has for everybody else: one whose lease has ended is as if disabled. */
export function statusOf(mailbox: string): string {
  return `case when ${mailbox}.leased_until <= now() then ${MAILBOX_DISABLED}::smallint else ${mailbox}.status end`;
}
