import { counterFamily, histogramFamily, scrapedGauge, MAX_COUNTED, type GaugeSource } from '@mailroom/observability';
import type { BusDeliveryRepository } from './bus-delivery.repository.js';
import type { EventBus } from './event-bus.js';
import type { OutboxRepository } from './outbox.repository.js';

const handled = histogramFamily('mailroom_bus_handler_seconds', 'events handled by a consumer', [
  'consumer',
  'outcome',
]);
const redelivered = counterFamily('mailroom_bus_redelivered_total', 'events delivered to a consumer again', [
  'consumer',
]);

const pending = scrapedGauge(
  'mailroom_bus_pending',
  `events that a consumer still has to acknowledge; without a broker at most ${MAX_COUNTED} per consumer are counted`,
  'consumer',
  'type',
);
const poisoned = scrapedGauge('mailroom_bus_poisoned', `events set aside, counted up to ${MAX_COUNTED}`, 'consumer');
const unsent = scrapedGauge(
  'mailroom_outbox_unsent_events',
  `committed events that the bus does not have yet, counted up to ${MAX_COUNTED}`,
);
const late = scrapedGauge(
  'mailroom_outbox_late_seconds',
  'how late the oldest of them is; 0 while the process that committed it may still publish it',
);

/** Measures one consumer's handler, in this process. */
export class HandlerMetrics {
  readonly #done;
  readonly #failed;
  readonly #redelivered;

  constructor(consumer: string) {
    this.#done = handled(consumer, 'done');
    this.#failed = handled(consumer, 'failed');
    this.#redelivered = redelivered(consumer);
  }

  async during(attempt: number, handle: () => Promise<void>): Promise<void> {
    const begun = performance.now();
    if (attempt > 1) this.#redelivered.inc();
    try {
      await handle();
      this.#done.observe((performance.now() - begun) / 1_000);
    } catch (error) {
      this.#failed.observe((performance.now() - begun) / 1_000);
      throw error;
    }
  }
}

/** How far behind the consumers are, as the bus itself reports. */
export function lagGauges(bus: EventBus): GaugeSource {
  const read = async () => (await bus.lag()).map((lag) => pending(lag.pending, lag.consumer, lag.type));
  return { name: 'bus', read };
}

/** What Postgres knows about events: those that no bus has yet, and those that were set aside. */
export function eventGauges(outbox: OutboxRepository, deliveries: BusDeliveryRepository): GaugeSource {
  return {
    name: 'events',
    read: async () => {
      const { count, lateSeconds } = await outbox.unsent(MAX_COUNTED);
      const counts = await deliveries.countPoisoned(MAX_COUNTED);
      return [
        unsent(count),
        late(lateSeconds),
        ...counts.map(({ consumer, poisoned: events }) => poisoned(events, consumer)),
      ];
    },
  };
}
