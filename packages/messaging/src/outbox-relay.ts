import { PollingLoop } from '@mailroom/concurrency';
import { Database, togetherOrInParts } from '@mailroom/database';
import type { Event } from '@mailroom/events';
import type { GaugeSource } from '@mailroom/observability';
import { BusDeliveryRepository } from './bus-delivery.repository.js';
import { eventGauges } from './bus-metrics.js';
import { EventBus } from './event-bus.js';
import { OutboxRepository } from './outbox.repository.js';

const BATCH = 500;
const POLL_MS = 500;
const RETRY_SECONDS = 5;
/** An event that the bus does not take is tried again after this long. */
const REFUSED_SECONDS = 300;

/**
 * Publishes committed events, at least once: a crash between publishing and marking repeats them. An event that the bus
 * does not take is told of, holds up no other, and stays in the outbox until it is taken.
 */
export class OutboxRelay {
  readonly #outbox: OutboxRepository;
  readonly #deliveries: BusDeliveryRepository;
  readonly #loop: PollingLoop;
  readonly #stopListening: () => void;

  constructor(
    database: Database,
    private readonly bus: EventBus,
    private readonly onError: (error: unknown) => void = () => {},
  ) {
    this.#outbox = new OutboxRepository(database);
    this.#loop = new PollingLoop(() => this.#relay(), { intervalMs: POLL_MS, onError });
    this.#stopListening = database.listen('outbox', () => this.#loop.wake());
    this.#deliveries = new BusDeliveryRepository(database);
  }

  /** How many events the bus does not have yet, and what was set aside. */
  gauges(): GaugeSource {
    return eventGauges(this.#outbox, this.#deliveries);
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#loop.close();
  }

  async #relay(): Promise<boolean> {
    const events = await this.#outbox.claimUnsent(BATCH, RETRY_SECONDS, this.onError);
    if (events.length === 0) return false;
    const refused: string[] = [];
    await togetherOrInParts(
      events,
      (some) => this.#publish(some),
      ({ id }, cause) => {
        refused.push(id);
        this.onError(new Error(`Event ${id} could not be published.`, { cause }));
      },
    );
    if (refused.length > 0) await this.#outbox.putOff(refused, REFUSED_SECONDS);
    return events.length === BATCH;
  }

  async #publish(events: readonly Event[]): Promise<void> {
    const generation = await this.bus.publish(events);
    await this.#outbox.markSent(
      events.map(({ id }) => id),
      generation,
    );
  }
}
