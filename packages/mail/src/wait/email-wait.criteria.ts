import { foldText } from '@mailroom/message';
import type { Email } from '../email/email.js';

/** What a client waits for; all given criteria must hold. Texts match anywhere, regardless of case and accents. */
export type EmailCriteria = {
  /** Only mail with a higher id; mail that exists already counts. */
  readonly afterEmailId?: number | undefined;
  /** Only mail that was received at or after this instant; mail that exists already counts. */
  readonly since?: Date | undefined;
  /** Part of the sender's name or address. */
  readonly from?: string | undefined;
  /** Part of a name or address in To or Cc, or of the address that it was delivered to. */
  readonly to?: string | undefined;
  readonly subject?: string | undefined;
  readonly has?: 'code' | 'link' | 'attachment' | undefined;
};

/** Checks everything except `has: link`, which an email does not show without its content. */
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
