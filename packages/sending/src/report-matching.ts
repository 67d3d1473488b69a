import type { MailReport, ReportedAction, ReportedRecipient } from '@mailroom/mail';
import { isChangedBy, type RecipientStatus, type ReportedStatus } from './outbound-status.js';
import { suppressionKey } from './suppression-rules.js';

export type JobRecipient = { readonly position: number; readonly address: string; readonly status: RecipientStatus };

/** What a report makes of one recipient. */
export type RecipientChange = {
  readonly position: number;
  readonly address: string;
  readonly status: ReportedStatus;
  /** RFC 3463, or "". */
  readonly enhancedStatus: string;
  readonly smtpReply: string;
};

/** `relayed` and `expanded` say no more than that a next hop took it, which is known. */
const statusByAction: Readonly<Record<ReportedAction, ReportedStatus | null>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: null,
  expanded: null,
  complained: 'complained',
};

/** The recipients that a report changes: those that the job had, and whose status it does not move back. */
export function changesOf(report: MailReport, recipients: readonly JobRecipient[]): RecipientChange[] {
  const changes = new Map<number, RecipientChange>();
  for (const reported of report.recipients) {
    const status = statusByAction[reported.action];
    const recipient = status && recipientOf(reported, recipients);
    if (!recipient || changes.has(recipient.position) || !isChangedBy(status, recipient.status)) continue;
    const { position, address } = recipient;
    const enhancedStatus = reported.status;
    changes.set(position, { position, address, status, enhancedStatus, smtpReply: wordsOf(reported) });
  }
  return [...changes.values()];
}

/** A complaint often hides who complains: then it must be the one that there is. */
function recipientOf(
  { addresses, action }: ReportedRecipient,
  recipients: readonly JobRecipient[],
): JobRecipient | undefined {
  if (addresses.length === 0 && action === 'complained') return recipients.length === 1 ? recipients[0] : undefined;
  for (const address of addresses) {
    const key = suppressionKey(address);
    const found = key === null ? undefined : recipients.find((recipient) => suppressionKey(recipient.address) === key);
    if (found) return found;
  }
  return undefined;
}

function wordsOf({ status, diagnostic, remoteMta }: ReportedRecipient): string {
  const words = diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`.trim();
  return remoteMta === '' ? words : `${words} (${remoteMta})`.trim();
}
