import { RowSweep, type Database } from '@mailroom/database';
import type { EventBus } from './event-bus.js';
import { FeedRepository } from './feed/feed.repository.js';
import { OUTBOX_RETENTION_SECONDS } from './messaging-retention.repository.js';
import { OutboxRepository } from './outbox.repository.js';

const BATCH = 5_000;

/** Deletes events that nobody will ask for again. Any number of processes may do it at once. */
export class EventTrimmer {
  readonly #outbox: RowSweep;
  readonly #feed: RowSweep;

  constructor(database: Database, bus: EventBus) {
    const [outbox, feed] = [new OutboxRepository(database), new FeedRepository(database)];
    this.#outbox = new RowSweep(BATCH, 'A row of outbox_event could not be deleted.', async (limit, offset) => {
      return outbox.trimSent(OUTBOX_RETENTION_SECONDS, await bus.settledBefore(), limit, offset);
    });
    this.#feed = new RowSweep(BATCH, 'A row of feed_event could not be deleted.', (limit, offset) => {
      return feed.trim(limit, offset);
    });
  }

  /** Deletes one batch of each kind, oldest first; true where there may be more. */
  async trim(onError: (error: unknown) => void): Promise<boolean> {
    const trimmed = [await this.#outbox.step(onError), await this.#feed.step(onError)];
    return trimmed.includes(true);
  }
}
