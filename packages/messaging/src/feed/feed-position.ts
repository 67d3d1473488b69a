import { DomainError } from '@mailroom/errors';
import { FEED_RETENTION_HOURS, type FeedPosition } from './feed-event.js';

const RETENTION_MS = FEED_RETENTION_HOURS * 3_600_000;

/** The `id` of an event in the stream: its reader's position in the feed, and the time of that. */
export function positionText(position: FeedPosition, now = Date.now()): string {
  return `${position}-${Math.floor(now / 1_000)}`;
}

/**
 * Where to continue; null if what came since then may have been deleted, or was never in this database.
 * @param end the position that no reader can have passed @throws invalid_request
 */
export function resumeFrom(lastEventId: string, end: FeedPosition, now = Date.now()): FeedPosition | null {
  const [, position, seconds] = /^(\d{1,16})-(\d{1,11})$/.exec(lastEventId) ?? [];
  if (position === undefined || !Number.isSafeInteger(Number(position))) {
    const message = 'must be the id of an event of this stream';
    throw new DomainError('invalid_request', `Last-Event-ID ${message}.`, {
      fields: [{ field: 'Last-Event-ID', message }],
    });
  }
  const isOld = now - Number(seconds) * 1_000 > RETENTION_MS;
  return isOld || Number(position) > end ? null : Number(position);
}
