import { MailroomError } from '@mailroom/client';

/** What our forms call the fields of the API. */
const labels: Readonly<Record<string, string>> = {
  accountId: 'Mailbox',
  address: 'The address',
  attachments: 'The attachments',
  bcc: 'Bcc',
  cc: 'Cc',
  credits: 'Credits',
  email: 'Address',
  inReplyTo: 'The message that is answered',
  labels: 'Labels',
  mailbox_id: 'From',
  mailbox_password: 'Password',
  name: 'Name',
  operator_email: 'Email',
  purpose: 'Purpose',
  q: 'The search',
  reason: 'Reason',
  subject: 'Subject',
  target_url: 'Target',
  text: 'The text',
  to: 'To',
  ttl_hours: 'For',
  url: 'Target',
};

/** One thing that the API refuses: the field of a form, which of its entries, and why. */
export type Fault = { readonly field: string; readonly at: number | undefined; readonly message: string };

/** What was wrong with what somebody typed; empty where that is not why it failed. `to.1` is the second entry of `to`. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!(error instanceof MailroomError)) return [];
  return (error.details.errors ?? []).map(({ field, message }) => {
    const [root = field, at] = field.split('.');
    return { field: root, at: at !== undefined && /^\d+$/.test(at) ? Number(at) : undefined, message };
  });
}

/** The same in the words of the form, with what was typed where that is known. */
export function inWords({ field, at, message }: Fault, typed: readonly string[] = []): string {
  const name = labels[field] ?? field;
  const entry = at === undefined ? undefined : typed[at];
  const subject = entry !== undefined ? `“${entry}”` : at === undefined ? name : `Entry ${at + 1} of ${name}`;
  const reason = message
    // Other fields, of which a form has none.
    .replace(/^or .* is required$/, 'is missing')
    .replace(/^each value in \S+ /, 'has an entry that ');
  return `${subject} ${reason}.`;
}
