import type { MailReport, ReportedAction, ReportedRecipient } from '@mailroom/message';
import { suppressionKey } from '@mailroom/send-policy';
import { isChangedBy, type RecipientStatus, type ReportedStatus } from './outbound-status.js';
import { enhancedStatusOf } from './suppression-rules.js';

export type JobRecipient = { readonly position: number; readonly address: string; readonly status: RecipientStatus };

/** The change that a report makes to one recipient. */
export type RecipientChange = {
  readonly position: number;
  readonly address: string;
  readonly status: ReportedStatus;
  /** As in RFC 3463, or "". */
  readonly enhancedStatus: string;
  readonly smtpReply: string;
};

/** `relayed` and `expanded` say only that a next hop took the message, which we know. */
const statusByAction: Readonly<Record<ReportedAction, ReportedStatus | null>> = {
  failed: 'bounced',
  delayed: 'delayed',
  delivered: 'delivered',
  relayed: null,
  expanded: null,
  complained: 'complained',
};

/**
 * Returns what a report changes for the one recipient that it may concern: nothing if it does not name that recipient,
 * or if it would move the status back. What it says about others is for their own reports.
 */
export function changeOf(report: MailReport, recipient: JobRecipient): RecipientChange | null {
  for (const reported of report.recipients) {
    const status = statusByAction[reported.action];
    if (!status || !isAbout(reported, recipient) || !isChangedBy(status, recipient.status)) continue;
    const { position, address } = recipient;
    return { position, address, status, enhancedStatus: reported.status, smtpReply: wordsOf(reported) };
  }
  return null;
}

/** A complaint often hides who complains; then it is the recipient whose copy it concerns. */
function isAbout({ addresses, action }: ReportedRecipient, recipient: JobRecipient): boolean {
  if (addresses.length === 0) return action === 'complained';
  const key = suppressionKey(recipient.address);
  return key !== null && addresses.some((address) => suppressionKey(address) === key);
}

/** What the report says, which begins with its code, or with the reply that has it. */
function wordsOf({ status, diagnostic, remoteMta }: ReportedRecipient): string {
  const words = enhancedStatusOf(diagnostic) === status ? diagnostic : `${status} ${diagnostic}`.trim();
  return remoteMta === '' ? words : `${words} (${remoteMta})`.trim();
}
