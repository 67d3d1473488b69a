import { counter, counters, histograms } from '@mailroom/observability';

export const quotes = counter('mailroom_payment_quotes_total', 'requests that were told what to pay');
export const refusedProofs = counter('mailroom_payment_refused_proofs_total', 'proofs of payment that were malformed');
export const receiptOutcomes = counters(
  'mailroom_payment_attempts_total',
  'attempts to settle a receipt, by what became of it',
  'outcome',
  ['settled', 'failed', 'postponed'],
);
export const facilitatorSeconds = histograms('mailroom_facilitator_seconds', 'calls of the facilitator', 'call', [
  'verify',
  'settle',
]);
