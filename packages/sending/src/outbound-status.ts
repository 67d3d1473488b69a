/**
 * What became of one recipient. `captured` is kept for inspection, `unknown` may or may not have arrived; what its host
 * reported after it took the message is `delayed`, `bounced` or `complained`.
 */
export type RecipientStatus =
  'queued' | 'retry' | 'delivered' | 'sent' | 'captured' | 'failed' | 'unknown' | ReportedStatus;

/** What reports say. */
export type ReportedStatus = 'delayed' | 'delivered' | 'bounced' | 'complained';

/**
 * Which statuses a report changes. What is final stays, so that a late or repeated report moves nothing back; mail that
 * was never begun can't have been reported on.
 */
const changedBy: Readonly<Record<ReportedStatus, readonly RecipientStatus[]>> = {
  delayed: ['sent', 'captured', 'unknown'],
  delivered: ['sent', 'captured', 'unknown', 'delayed'],
  bounced: ['sent', 'captured', 'unknown', 'delayed'],
  complained: ['sent', 'captured', 'unknown', 'delayed', 'delivered', 'bounced'],
};

export function isChangedBy(reported: ReportedStatus, status: RecipientStatus): boolean {
  return changedBy[reported].includes(status);
}

/** Worst first: the status of an email is that of its worst recipient. */
const severity = ['queued', 'unknown', 'complained', 'bounced', 'failed', 'delayed', 'sent', 'delivered'];
const severities = `array['${severity.join(`','`)}']`;

/** Where `status` stands in the order of severity, from 1. */
const severityOf = `array_position(${severities},
  case status when 'retry' then 'queued' when 'captured' then 'sent' else status end)`;

/** SQL for an email's status: an aggregate over its recipients, by their column `status`. */
export const worstStatus = `(${severities})[min(${severityOf})]`;

/** SQL for an email's error message: the words about the worst recipient, null while none is worse than sent. */
export const worstComplaint = `(array_agg(smtp_reply order by ${severityOf}, position)
  filter (where status not in ('queued', 'sent', 'captured', 'delivered')))[1]`;

export type JobStatus = 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';

export type RecipientOutcome = {
  readonly position: number;
  readonly status: Exclude<RecipientStatus, 'queued'>;
  /** The next hop's words, or ours where there are none. */
  readonly smtpReply: string;
  /** The canonical address, where it was refused for good and must not be written to again. */
  readonly suppress?: string;
  readonly enhancedStatus?: string;
};

/** Minutes between the attempts: after the last one, a temporary failure is final. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 480, 960];
const JITTER = 0.2;

/** Seconds until the next attempt, ±20 %, or null when there is none. `attempts` counts those that were made. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : Math.round(minutes * 60 * (1 + JITTER * (2 * random() - 1)));
}
