import { counters, histogram } from '@mailroom/observability';
import type { RecipientOutcome } from './outbound-status.js';

export const submissions = counters('mailroom_submissions_total', 'requests to send or reply', 'outcome', [
  'queued',
  'replayed',
  'refused',
  'failed',
]);
const recipients = counters(
  'mailroom_delivery_recipients_total',
  'what an attempt to deliver came to for one recipient; deferred is tried again',
  'outcome',
  ['delivered', 'sent', 'captured', 'deferred', 'failed', 'unknown'],
);
export const deliverySeconds = histogram('mailroom_delivery_seconds', 'to hand one message to its next hops');

/** Counts the outcomes of an attempt. */
export function countOutcomes(outcomes: readonly Pick<RecipientOutcome, 'status'>[]): void {
  for (const { status } of outcomes) recipients[outcomeOf(status)].inc();
}

function outcomeOf(status: RecipientOutcome['status']): keyof typeof recipients {
  if (status === 'retry') return 'deferred';
  return status === 'delayed' || status === 'bounced' || status === 'complained' ? 'unknown' : status;
}
