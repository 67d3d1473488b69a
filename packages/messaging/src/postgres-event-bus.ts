import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import type { Event } from '@mailroom/events';
import { MAX_COUNTED } from '@mailroom/observability';
import { BusDeliveryRepository, busChannel } from './bus-delivery.repository.js';
import { EventBus, type Consumer, type ConsumerLag, type EventHandler, type Subscription } from './event-bus.js';
import { PostgresSubscription } from './postgres-subscription.js';

/**
 * The bus where there is no broker: a queue table, NOTIFY to wake at once the consumers that got something, and polling as
 * the safety net.
 */
@Injectable()
export class PostgresEventBus extends EventBus {
  readonly #deliveries: BusDeliveryRepository;
  readonly #subscriptions = new Set<PostgresSubscription>();
  readonly #stopListening: () => void;

  constructor(
    private readonly database: Database,
    private readonly onError: (error: unknown) => void = () => {},
  ) {
    super();
    this.#deliveries = new BusDeliveryRepository(database);
    this.#stopListening = database.listen('bus', () => {
      for (const subscription of this.#subscriptions) subscription.wake();
    });
  }

  /** Consumers in this process that have room get the events at once, without claiming them. */
  override async publish(events: readonly Event[]): Promise<number> {
    if (events.length === 0) return 0;
    const takers = this.#takers(events);
    try {
      const taken = await this.#deliveries.publish(events, takers);
      for (const taker of takers) {
        const own = new Set(taken.flatMap(({ consumer, eventId }) => (consumer === taker.name ? eventId : [])));
        taker.begin(events.filter(({ id }) => own.has(id)));
      }
    } finally {
      for (const taker of takers) taker.release(events.length);
    }
    return 0;
  }

  /** The deliveries contain the events themselves. */
  override async settledBefore(): Promise<Date> {
    return new Date();
  }

  override async subscribe(consumer: Consumer, handle: EventHandler): Promise<Subscription> {
    await this.#deliveries.registerConsumer(consumer.name, consumer.types);
    const subscription = new PostgresSubscription(this.#deliveries, consumer, handle, this.onError);
    this.#subscriptions.add(subscription);
    const stopListening = this.database.listen(busChannel(consumer.name), () => subscription.wake());
    subscription.wake();
    return {
      close: async () => {
        stopListening();
        this.#subscriptions.delete(subscription);
        await subscription.close();
      },
    };
  }

  override async lag(): Promise<ConsumerLag[]> {
    return this.#deliveries.countPending(MAX_COUNTED);
  }

  override async healthy(): Promise<boolean> {
    return this.#deliveries.poisoned(0).then(
      () => true,
      () => false,
    );
  }

  override async close(): Promise<void> {
    this.#stopListening();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    this.#subscriptions.clear();
  }

  /** At most one subscription of each name. */
  #takers(events: readonly Event[]): PostgresSubscription[] {
    const takers = new Map<string, PostgresSubscription>();
    for (const subscription of this.#subscriptions) {
      if (takers.has(subscription.name) || !subscription.wants(events)) continue;
      if (subscription.reserve(events.length)) takers.set(subscription.name, subscription);
    }
    return [...takers.values()];
  }
}
