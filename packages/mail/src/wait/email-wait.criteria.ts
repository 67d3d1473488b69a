import type { Email } from '../email/email.js';
import { foldText } from '../search/fold.js';

/** What a client waits for; everything that is given must hold. Texts are found anywhere, without case and accents. */
export type EmailCriteria = {
  /** Only mail with a higher id; mail that is there already counts. */
  readonly afterEmailId?: number | undefined;
  /** Only mail that was taken in at or after it; mail that is there already counts. */
  readonly since?: Date | undefined;
  /** In the sender's name or address. */
  readonly from?: string | undefined;
  /** In a name or address of To and Cc, or in the address that it was delivered to. */
  readonly to?: string | undefined;
  readonly subject?: string | undefined;
  readonly has?: 'code' | 'link' | 'attachment' | undefined;
};

/** Everything but `has: link`, which is not to be seen in an email without its content. */
export function fits(email: Email, criteria: EmailCriteria): boolean {
  const { since, from, to, subject, has } = criteria;
  if (since && email.createdAt < since) return false;
  if (has === 'code' && email.verificationCode === '') return false;
  if (has === 'attachment' && email.attachmentCount === 0) return false;
  return (
    holds(from, () => nameOf(email.from)) &&
    holds(to, () => [email.recipient, ...[...email.to, ...email.cc].map(nameOf)].join('\n')) &&
    holds(subject, () => email.subject)
  );
}

function nameOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return `${name} <${email}>`;
}

function holds(wanted: string | undefined, text: () => string): boolean {
  return wanted === undefined || foldText(text()).includes(foldText(wanted));
}
