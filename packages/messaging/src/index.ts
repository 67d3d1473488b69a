export { BusConsumerRepository, type RegisteredConsumer } from './bus-consumer.repository.js';
export { BusDeliveryRepository, type PoisonedEvent } from './bus-delivery.repository.js';
export { lagGauges } from './bus-metrics.js';
export { CallCancellationRepository } from './call-cancellation.repository.js';
export { CommittedEvents } from './committed-events.js';
export { HAND_OVER_SECONDS } from './outbox.repository.js';
export {
  backoffSeconds,
  EventBus,
  type Consumer,
  type ConsumerLag,
  type EventHandler,
  type Subscription,
} from './event-bus.js';
export { eventRows, tellEvents } from './event-rows.repository.js';
export { EventTrimmer } from './event-trimmer.js';
export { EventFeed, type FeedListener, type FeedSubscription } from './feed/event-feed.js';
export { FeedFollowing } from './feed/feed-following.js';
export {
  alwaysRecorded,
  FEED_RETENTION_HOURS,
  TASK_UPDATED,
  type FeedEvent,
  type FeedPosition,
} from './feed/feed-event.js';
export { positionText, resumeFrom } from './feed/feed-position.js';
export { FeedRepository } from './feed/feed.repository.js';
export {
  FollowedResourceRepository,
  type FollowedResource,
  type FollowingSession,
} from './feed/followed-resource.repository.js';
export { tellTaskChanges } from './feed/task-changes.repository.js';
export { Inbox } from './inbox.repository.js';
export { JetStreamEventBus, type JetStreamOptions } from './jetstream/jetstream-event-bus.js';
export { MessagingModule } from './messaging.module.js';
export {
  FOLLOWED_RESOURCE_SECONDS,
  followedResources,
  handledEvents,
  INBOX_RETENTION_SECONDS,
  trimmedEvents,
} from './messaging-retention.repository.js';
export { OpeningEventBus } from './opening-event-bus.js';
export { OutboxRelay } from './outbox-relay.js';
export { Outbox } from './outbox.js';
export {
  PoisonedEventRepository,
  type SetAsideCursor,
  type SetAsideEvent,
} from './operator/poisoned-event.repository.js';
export { PostgresEventBus } from './postgres-event-bus.js';
