import { histogram, histograms, level } from '@mailroom/observability';

export const groupMessages = histogram(
  'mailroom_ingest_group_messages',
  'messages that became durable in one commit',
  [1, 2, 4, 8, 16, 32, 64, 128, 256],
);
export const waitingToParse = level(
  'mailroom_parsing_waiting_messages',
  'messages in the memory of this process that wait for a parser',
);
export const parsingSeconds = histograms(
  'mailroom_parsing_seconds',
  'from the turn of a message to being readable, or given up as unparsed',
  'outcome',
  ['ready', 'parse_failed', 'interrupted'],
);
export const readySeconds = histogram(
  'mailroom_ready_seconds',
  'from the acceptance of a message to its being readable',
);

/** Milliseconds since the epoch at which a UUID of version 7 was made (RFC 9562 §5.7). */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
