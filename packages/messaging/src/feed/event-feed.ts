import type { OnModuleDestroy } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { PollingLoop } from '@mailroom/concurrency';
import type { FeedEvent, FeedPosition } from './feed-event.js';
import { FeedRepository, type FeedReading } from './feed.repository.js';
import { FeedScope, namesOf, type FeedPlace } from './feed-scope.js';

/** The safety net under the hints that wake the reader. */
const POLL_MS = 1_000;
/** How long a transaction may hold the position before it is asked whose it is. */
const HELD_MS = 1_000;

/**
 * Gets each event once, with the position up to which it has now seen all of them. It also hears of mailboxes that only
 * others of its process follow. It must not throw.
 */
export type FeedListener = (events: readonly FeedEvent[], position: FeedPosition) => void;

export type FeedSubscription = { readonly position: FeedPosition; close(): void };

type Waiting = { readonly resolve: () => void; readonly reject: (error: unknown) => void };

/**
 * Follows what happens in the mailboxes in which somebody waits, with one reader for the whole process: one read of the
 * database fetches whatever was published there since the last read, however many wait for it, and nothing is read while
 * nobody waits. Nothing is skipped: a read also finds the events of transactions that commit out of order, because it
 * begins at the oldest transaction that was running during the read before it. Where that is one of another database of
 * the cluster for a while, it begins at the oldest of our own, and does not read the same events for as long as that runs.
 */
export class EventFeed implements OnModuleDestroy {
  readonly #feed: FeedRepository;
  readonly #listeners = new Set<FeedListener>();
  readonly #stopListening: () => void;
  readonly #scope = new FeedScope();
  /** Those who wait until the place that they entered is asked for. */
  #entering: Waiting[] = [];
  /** Events at or after the position that listeners have already been given, or are not to be given. */
  #seen = new Map<string, number>();
  #position: FeedPosition = 0;
  /** When the position has last moved, or could have. */
  #movedAt = 0;
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

  /** The listener hears of every event in a mailbox, or in all (null), that commits after this has resolved. */
  async subscribe(listener: FeedListener, place: FeedPlace = null): Promise<FeedSubscription> {
    this.enter(place);
    let attached: FeedSubscription | undefined;
    try {
      attached = await this.attach(listener);
      await this.covered(place);
    } catch (error) {
      attached?.close();
      this.leave(place);
      throw error;
    }
    const { position, close } = attached;
    let leave = () => {
      leave = () => {};
      close();
      this.leave(place);
    };
    return { position, close: () => leave() };
  }

  /** The listener hears of whatever the places that anybody entered tell. */
  async attach(listener: FeedListener): Promise<FeedSubscription> {
    this.#listeners.add(listener);
    try {
      await this.#follow();
    } catch (error) {
      this.#detach(listener);
      throw error;
    }
    return { position: this.#position, close: () => this.#detach(listener) };
  }

  /** One more waits in a place; each who enters leaves once. */
  enter(place: FeedPlace): void {
    this.#scope.enter(place);
  }

  leave(place: FeedPlace): void {
    this.#scope.leave(place);
  }

  /** Resolves once every event that commits in a place from then on will be heard by those who listen. */
  async covered(place: FeedPlace): Promise<void> {
    if (this.#scope.covers(place) || !this.#loop) return;
    const covered = new Promise<void>((resolve, reject) => this.#entering.push({ resolve, reject }));
    this.#loop.wake();
    await covered;
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
    this.#position = await this.#feed.position();
    this.#movedAt = performance.now();
    this.#newest = await this.#feed.newest();
    const isHeld = this.#newest >= this.#position;
    if (isHeld) this.#position = Math.max(this.#position, await this.#feed.ownPosition());
    this.#seen = new Map();
    this.#scope.reset();
    if (this.#listeners.size === 0) return;
    this.#loop = new PollingLoop(() => this.#look(), { intervalMs: POLL_MS, onError: this.onError });
    this.#loop.wake();
  }

  #detach(listener: FeedListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    void this.#loop?.close();
    this.#loop = undefined;
    for (const { resolve } of this.#entering.splice(0)) resolve();
  }

  async #look(): Promise<boolean> {
    const loop = this.#loop;
    await this.#widen();
    if (loop !== this.#loop) return false;
    const own = await this.#ownPosition();
    if (loop !== this.#loop) return false;
    const reading = await this.#read();
    const { events, position } = { ...reading, position: Math.max(reading.position, own) };
    // Everyone has left in the meantime, and perhaps someone else came, who began at a later position.
    if (loop !== this.#loop) return false;
    const fresh = events.filter(({ id }) => !this.#seen.has(id));
    this.#seen = new Map(events.flatMap(({ id, xid }) => (xid >= position ? [[id, xid]] : [])));
    if (position > this.#position || this.#seen.size === 0) this.#movedAt = performance.now();
    this.#position = position;
    this.#newest = Math.max(this.#newest, events.at(-1)?.xid ?? 0);
    for (const listener of [...this.#listeners]) listener(fresh, position);
    return false;
  }

  async #read(): Promise<FeedReading> {
    const names = this.#scope.names();
    const reading = await this.#feed.readFor(this.#position, names);
    // Where the position was that of our own transactions, the oldest of all is older.
    if (reading.next >= this.#position) return { ...reading, position: Math.max(reading.position, this.#position) };
    // A server that crashed reuses the numbers of transactions that never reached its disk; those of events did.
    const afterNewest = this.#newest + 1;
    const { events, next } = await this.#feed.readFor(afterNewest, names);
    return { events, next, position: Math.max(reading.position, afterNewest) };
  }

  /** Where the position has stood still for a while although there were events; 0 where it has not, and need not move. */
  async #ownPosition(): Promise<FeedPosition> {
    if (this.#seen.size === 0 || performance.now() - this.#movedAt < HELD_MS) return 0;
    this.#movedAt = performance.now();
    return this.#feed.ownPosition();
  }

  /**
   * Asks for the places that were entered: what has happened there since the position is nobody's news. No read is under
   * way meanwhile, so the next one finds whatever commits in them from now on.
   */
  async #widen(): Promise<void> {
    const [loop, entering, places] = [this.#loop, this.#entering.splice(0), this.#scope.takeFresh()];
    try {
      const known = places.length > 0 ? await this.#feed.readFor(this.#position, namesOf(places)) : { events: [] };
      if (loop === this.#loop) {
        for (const { id, xid } of known.events) this.#seen.set(id, xid);
        this.#newest = Math.max(this.#newest, known.events.at(-1)?.xid ?? 0);
        this.#scope.ask(places);
      }
      for (const { resolve } of entering) resolve();
    } catch (error) {
      this.#scope.putBack(places);
      for (const { reject } of entering) reject(error);
      throw error;
    }
  }
}
