import type { OnModuleDestroy } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { PollingLoop } from '../polling-loop.js';
import type { FeedEvent, FeedPosition } from './feed-event.js';
import { FeedRepository } from './feed.repository.js';

/** The safety net under the hints that wake the reader. */
const POLL_MS = 1_000;

/** Gets each event once, and the position up to which it has now seen them all. It must not throw. */
export type FeedListener = (events: readonly FeedEvent[], position: FeedPosition) => void;

export type FeedSubscription = { readonly position: FeedPosition; close(): void };

/**
 * Follows what happens in all mailboxes, with one reader for the whole process: one look at the database for whatever
 * was published since the last, however many wait for it, and none at all while nobody does. Nothing is skipped: events
 * of transactions that commit out of order are found, because a look begins at the oldest one that ran during the last.
 */
export class EventFeed implements OnModuleDestroy {
  readonly #feed: FeedRepository;
  readonly #listeners = new Set<FeedListener>();
  readonly #stopListening: () => void;
  /** Events at or after the position that were handed on already. */
  #seen = new Map<string, number>();
  #position: FeedPosition = 0;
  /** The youngest transaction that an event came of. */
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

  /** Hears of every event that commits after this resolved. */
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
    // A server that crashed gives numbers again, of transactions that never reached its disk; those of events had.
    const isBack = reading.position < this.#position;
    const afterNewest = this.#newest + 1;
    const { events } = isBack ? await this.#feed.read(afterNewest) : reading;
    const position = isBack ? Math.max(reading.position, afterNewest) : reading.position;
    // Everyone left meanwhile, and perhaps another came, who began at a later position.
    if (loop !== this.#loop) return false;
    const fresh = events.filter(({ id }) => !this.#seen.has(id));
    this.#seen = new Map(events.flatMap(({ id, xid }) => (xid >= position ? [[id, xid]] : [])));
    this.#position = position;
    this.#newest = Math.max(this.#newest, events.at(-1)?.xid ?? 0);
    for (const listener of [...this.#listeners]) listener(fresh, position);
    return false;
  }
}
