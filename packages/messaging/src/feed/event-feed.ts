import type { OnModuleDestroy } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { PollingLoop } from '@mailroom/concurrency';
import type { FeedEvent, FeedPosition } from './feed-event.js';
import { FeedRepository } from './feed.repository.js';

/** The safety net under the hints that wake the reader. */
const POLL_MS = 1_000;

/** Gets each event once, with the position up to which it has now seen all of them. It must not throw. */
export type FeedListener = (events: readonly FeedEvent[], position: FeedPosition) => void;

export type FeedSubscription = { readonly position: FeedPosition; close(): void };

/**
 * Follows what happens in all mailboxes, with one reader for the whole process: one read of the database fetches
 * whatever was published since the last read, however many wait for it, and nothing is read while nobody waits. Nothing
 * is skipped: a read also finds the events of transactions that commit out of order, because it begins at the oldest
 * transaction that was running during the read before it.
 */
export class EventFeed implements OnModuleDestroy {
  readonly #feed: FeedRepository;
  readonly #listeners = new Set<FeedListener>();
  readonly #stopListening: () => void;
  /** Events at or after the position that listeners have already been given. */
  #seen = new Map<string, number>();
  #position: FeedPosition = 0;
  /** The youngest transaction that wrote an event. */
  #newest = 0;
  #loop: PollingLoop | undefined;
  #starting: Promise<void> | undefined;

  constructor(
    database: Database,
    private readonly onError: (error: unknown) => void = () => {},
  ) {
    this.#feed = new FeedRepository(database);
    this.#stopListening = database.listen('feed', () => this.#loop?.wake());
  }

  /** The listener hears of every event that commits after this has resolved. */
  async subscribe(listener: FeedListener): Promise<FeedSubscription> {
    this.#listeners.add(listener);
    try {
      await this.#follow();
    } catch (error) {
      this.#leave(listener);
      throw error;
    }
    return { position: this.#position, close: () => this.#leave(listener) };
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopListening();
    await this.#loop?.close();
  }

  async #follow(): Promise<void> {
    if (this.#loop) return;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    await this.#starting;
  }

  async #start(): Promise<void> {
    const { events, position } = await this.#feed.now();
    this.#position = position;
    this.#seen = new Map(events.map(({ id, xid }) => [id, xid]));
    this.#newest = await this.#feed.newest();
    if (this.#listeners.size === 0) return;
    this.#loop = new PollingLoop(() => this.#look(), { intervalMs: POLL_MS, onError: this.onError });
    this.#loop.wake();
  }

  #leave(listener: FeedListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    void this.#loop?.close();
    this.#loop = undefined;
  }

  async #look(): Promise<boolean> {
    const loop = this.#loop;
    const reading = await this.#feed.read(this.#position);
    // A server that crashed reuses the numbers of transactions that never reached its disk; those of events did.
    const isBack = reading.position < this.#position;
    const afterNewest = this.#newest + 1;
    const { events } = isBack ? await this.#feed.read(afterNewest) : reading;
    const position = isBack ? Math.max(reading.position, afterNewest) : reading.position;
    // Everyone has left in the meantime, and perhaps someone else came, who began at a later position.
    if (loop !== this.#loop) return false;
    const fresh = events.filter(({ id }) => !this.#seen.has(id));
    this.#seen = new Map(events.flatMap(({ id, xid }) => (xid >= position ? [[id, xid]] : [])));
    this.#position = position;
    this.#newest = Math.max(this.#newest, events.at(-1)?.xid ?? 0);
    for (const listener of [...this.#listeners]) listener(fresh, position);
    return false;
  }
}
