/** What became of one recipient. `captured` is kept for inspection, `unknown` may or may not have arrived. */
export type RecipientStatus = 'queued' | 'retry' | 'delivered' | 'sent' | 'captured' | 'failed' | 'unknown';

export type JobStatus = 'queued' | 'sending' | 'retry' | 'sent' | 'failed' | 'unknown';

export type RecipientOutcome = {
  readonly position: number;
  readonly status: Exclude<RecipientStatus, 'queued'>;
  /** The next hop's words, or ours where there are none. */
  readonly smtpReply: string;
};

/** The worst wins. */
const severity: readonly RecipientStatus[] = ['delivered', 'captured', 'sent', 'retry', 'queued', 'failed', 'unknown'];

export function worstStatus(statuses: readonly RecipientStatus[]): RecipientStatus {
  return statuses.reduce((worst, status) => (severity.indexOf(status) > severity.indexOf(worst) ? status : worst));
}

/** Minutes between the attempts: after the last one, a temporary failure is final. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 480, 960];
const JITTER = 0.2;

/** Seconds until the next attempt, ±20 %, or null when there is none. `attempts` counts those that were made. */
export function retryDelaySeconds(attempts: number, random: () => number = Math.random): number | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : Math.round(minutes * 60 * (1 + JITTER * (2 * random() - 1)));
}
