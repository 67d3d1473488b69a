import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { GroupCommitter } from '@mailroom/concurrency';
import type { Event } from '@mailroom/events';
import { EventBus } from './event-bus.js';
import { OutboxRepository } from './outbox.repository.js';

const MAX_GROUP = 256;
/**
 * The most events that wait here while the bus is slow; the relay gets the rest, or an outage would fill the memory.
 */
const MAX_WAITING = 10_000;

/**
 * The short path from a commit to the bus: the process that wrote events into the outbox publishes them itself, at
 * once. Failures here need no handling, because the relay publishes every event that is due and was not marked.
 */
@Injectable()
export class CommittedEvents {
  readonly #publisher: GroupCommitter<Event, undefined>;
  readonly #outbox: OutboxRepository;
  #waiting = 0;

  constructor(
    database: Database,
    private readonly bus: EventBus,
  ) {
    this.#outbox = new OutboxRepository(database);
    this.#publisher = new GroupCommitter((events) => this.#publish(events), { maxGroup: MAX_GROUP });
  }

  /** Publishes events that are in the outbox with their `due_at` postponed by `HAND_OVER_SECONDS`. */
  publish(events: readonly Event[]): void {
    if (this.#waiting + events.length > MAX_WAITING) return;
    this.#waiting += events.length;
    for (const event of events) {
      const settle = () => (this.#waiting -= 1);
      this.#publisher.submit(event).then(settle, settle);
    }
  }

  /** Resolves when none is on its way. */
  async idle(): Promise<void> {
    await this.#publisher.idle();
  }

  async #publish(events: readonly Event[]): Promise<undefined[]> {
    const generation = await this.bus.publish(events);
    await this.#outbox.markSent(
      events.map(({ id }) => id),
      generation,
    );
    return events.map(() => undefined);
  }
}
