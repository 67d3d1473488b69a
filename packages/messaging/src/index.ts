export { BusDeliveryRepository, type PoisonedEvent } from './bus-delivery.repository.js';
export { CommittedEvents, HAND_OVER_SECONDS } from './committed-events.js';
export { backoffSeconds, EventBus, type Consumer, type EventHandler, type Subscription } from './event-bus.js';
export { Inbox } from './inbox.js';
export { MessagingModule } from './messaging.module.js';
export { OutboxRelay } from './outbox-relay.js';
export { Outbox } from './outbox.js';
export { PollingLoop } from './polling-loop.js';
export { PostgresEventBus } from './postgres-event-bus.js';
