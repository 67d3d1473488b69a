/**
 * The status of one recipient. `captured` mail is kept for inspection, `unknown` mail may or may not have arrived;
 * `delayed`, `bounced` and `complained` are what its host reported after it took the message.
 */
export type RecipientStatus =
  'queued' | 'retry' | 'delivered' | 'sent' | 'captured' | 'failed' | 'unknown' | ReportedStatus;

/** The statuses that reports can give. */
export type ReportedStatus = 'delayed' | 'delivered' | 'bounced' | 'complained';

/**
 * The statuses that a report changes. A final status stays, so that a late or repeated report moves nothing back; mail
 * that was never begun can't have been reported on.
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

/** The worst comes first: the status of an email is that of its worst recipient. */
const severity = ['queued', 'unknown', 'complained', 'bounced', 'failed', 'delayed', 'sent', 'delivered'];
const severities = `array['${severity.join(`','`)}']`;

/** The position of `status` in the order of severity, counted from 1. */
const severityOf = `array_position(${severities},
  case status when 'retry' then 'queued' when 'captured' then 'sent' else status end)`;

/** SQL for an email's status: an aggregate over the column `status` of its recipients. */
export const worstStatus = `(${severities})[min(${severityOf})]`;

/** SQL for an email's error message: the reply for the worst recipient, or null while none is worse than sent. */
export const worstComplaint = `(array_agg(smtp_reply order by ${severityOf}, position)
  filter (where status not in ('queued', 'sent', 'captured', 'delivered')))[1]`;

export type JobStatus = 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';

/** SQL for the status of a job after an attempt: an aggregate over the column `status` of its recipients. */
export const jobStatus = `case when bool_or(status in ('retry', 'queued')) then 'retry'
  when bool_or(status = 'unknown') then 'unknown' when bool_or(status = 'failed') then 'failed' else 'sent' end`;

export type RecipientOutcome = {
  readonly position: number;
  readonly status: Exclude<RecipientStatus, 'queued'>;
  /** The next hop's words, or ours if it said nothing. */
  readonly smtpReply: string;
  /** The canonical address, if it was refused for good and must not be written to again. */
  readonly suppress?: string;
  readonly enhancedStatus?: string;
};

/** The next hop has not said why the mail is to be tried again: the words are ours. */
export function isUnanswered({ status, smtpReply }: Pick<RecipientOutcome, 'status' | 'smtpReply'>): boolean {
  return status === 'retry' && !/^\d{3}/.test(smtpReply);
}

/** The next hop has decided, so that it is ready for the next message over the same connection. */
export function isDecided({ status }: Pick<RecipientOutcome, 'status'>): boolean {
  return status === 'sent' || status === 'failed';
}

/** A message that was not taken over a kept connection, and not for a reason that concerns it, is worth another at once. */
export function isStale(outcome: Pick<RecipientOutcome, 'status' | 'smtpReply'>): boolean {
  return isUnanswered(outcome) || (outcome.status === 'retry' && outcome.smtpReply.startsWith('421'));
}

/** Minutes between the attempts; after the last one, a temporary failure is final. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 480, 960];
const JITTER = 0.2;

/** Seconds until the next attempt, ±20 %, or null if there is none. `attempts` counts those that were made. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : Math.round(minutes * 60 * (1 + JITTER * (2 * random() - 1)));
}
