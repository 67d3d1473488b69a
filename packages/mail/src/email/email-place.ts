import type { Email } from './email.js';

/** What names an email: its id, and the mailbox that it is in. */
export type EmailPlace = Pick<Email, 'id' | 'mailboxId'>;

/** Two parameters of a statement: the ids of emails, and the mailboxes that they are in. */
export function placesOf(emails: readonly EmailPlace[]): [number[], number[]] {
  return [emails.map(({ id }) => id), [...new Set(emails.map(({ mailboxId }) => mailboxId))]];
}
