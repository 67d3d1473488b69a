import { Injectable } from '@nestjs/common';
import { Database, GroupCommitter } from '@mailroom/database';
import type { Event } from '@mailroom/events';
import { EventBus } from './event-bus.js';
import { OutboxRepository } from './outbox.repository.js';

/** Seconds that the relay leaves an event to the process that committed it. */
export const HAND_OVER_SECONDS = 5;

const MAX_GROUP = 256;

/**
 * The short way from a commit to the bus: the process that wrote events into the outbox publishes them itself, at once.
 * Whatever goes wrong here needs no care, because the relay publishes every event that is due and was not marked.
 */
@Injectable()
export class CommittedEvents {
  readonly #publisher: GroupCommitter<Event, undefined>;
  readonly #outbox: OutboxRepository;

  constructor(
    database: Database,
    private readonly bus: EventBus,
  ) {
    this.#outbox = new OutboxRepository(database);
    this.#publisher = new GroupCommitter((events) => this.#publish(events), { maxGroup: MAX_GROUP });
  }

  /** Publishes events that the outbox has, with `due_at` put off by `HAND_OVER_SECONDS`. */
  publish(events: readonly Event[]): void {
    for (const event of events) this.#publisher.submit(event).catch(() => undefined);
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
