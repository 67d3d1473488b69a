import { counter, counters, histogram, level } from '@mailroom/observability';

export const openConnections = level('mailroom_smtp_connections', 'SMTP connections that are open');
export const turnedAway = counter(
  'mailroom_smtp_connections_refused_total',
  'connections that were answered 421 because there were too many',
);
export const droppedIdle = counter(
  'mailroom_smtp_connections_dropped_total',
  'idle connections that were answered 421 to make room for another one',
);
export const transactions = counters(
  'mailroom_smtp_transactions_total',
  'mail transactions that came to DATA, by how they ended',
  'result',
  ['accepted', 'refused_4xx', 'refused_5xx', 'lost'],
);
export const recipients = counters('mailroom_smtp_recipients_total', 'answers to RCPT', 'result', [
  'mailbox',
  'unknown',
  'disabled',
  'not_ours',
  'failed',
]);
export const messageBytes = histogram(
  'mailroom_smtp_message_bytes',
  'sizes of the messages that were accepted',
  [1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
);
export const commitSeconds = histogram('mailroom_smtp_commit_seconds', 'from the end of DATA to its 250');

export type TransactionResult = keyof typeof transactions;

/** The class of a reply to the end of DATA. */
export function resultOf(code: number): TransactionResult {
  return code < 300 ? 'accepted' : code < 500 ? 'refused_4xx' : 'refused_5xx';
}
