import { days, type ExpiringRows, type Retention } from '@mailroom/database';
import { FEED_RETENTION_HOURS } from './feed/feed-event.js';

export const OUTBOX_RETENTION_SECONDS = 3_600;
/** Longer than any redelivery. */
export const INBOX_RETENTION_SECONDS = days(7);
/** Longer than anyone may resume from it. */
export const FEED_KEPT_SECONDS = (FEED_RETENTION_HOURS + 1) * 3_600;

/** What consumers are done with. */
export const handledEvents: ExpiringRows = {
  table: 'inbox_event',
  key: 'consumer, event_id',
  since: 'handled_at',
};

/** Sessions whose stream has been closed for longer than a client stays away. */
export const FOLLOWED_RESOURCE_SECONDS = days(1);
export const followedResources: ExpiringRows = {
  table: 'followed_resource',
  key: 'principal_id, session_id, uri',
  since: 'seen_at',
};

/** What `EventTrimmer` trims. Ids of the outbox and transactions of the feed grow with time. */
export const trimmedEvents: readonly Retention[] = [
  {
    table: 'outbox_event',
    oldest: 'select case when sent_at is not null then created_at end from outbox_event order by id limit 1',
    keptSeconds: OUTBOX_RETENTION_SECONDS,
  },
  {
    table: 'feed_event',
    oldest: 'select created_at from feed_event order by xid limit 1',
    keptSeconds: FEED_KEPT_SECONDS,
  },
];
