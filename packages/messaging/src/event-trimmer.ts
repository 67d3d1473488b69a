import type { Database } from '@mailroom/database';
import type { EventBus } from './event-bus.js';
import { FeedRepository } from './feed/feed.repository.js';
import { OUTBOX_RETENTION_SECONDS } from './messaging-retention.repository.js';
import { OutboxRepository } from './outbox.repository.js';

const BATCH = 5_000;

/** Deletes events that nobody will ask for again. Any number of processes may do it at once. */
export class EventTrimmer {
  readonly #outbox: OutboxRepository;
  readonly #feed: FeedRepository;

  constructor(
    database: Database,
    private readonly bus: EventBus,
  ) {
    this.#outbox = new OutboxRepository(database);
    this.#feed = new FeedRepository(database);
  }

  /** Deletes one batch of each kind, oldest first; true where there may be more. */
  async trim(): Promise<boolean> {
    const trimmed = [
      await this.#outbox.trimSent(OUTBOX_RETENTION_SECONDS, await this.bus.settledBefore(), BATCH),
      await this.#feed.trim(BATCH),
    ];
    return trimmed.includes(BATCH);
  }
}
