import type { EventFeed, FeedListener, FeedSubscription } from './event-feed.js';
import type { FeedPlace } from './feed-scope.js';

/** One subscription to the feed for all who wait in one part of a process, and none while nobody does. */
export class FeedFollowing {
  #waiting = 0;
  #subscription: Promise<FeedSubscription> | undefined;

  constructor(
    private readonly feed: EventFeed,
    private readonly listener: FeedListener,
  ) {}

  /**
   * Resolves once every later event in a mailbox, or in all (null), will be heard; after a failure the next call tries
   * again. Whoever calls this calls `end` for the same place, once, whatever came of it.
   */
  async begin(place: FeedPlace): Promise<FeedSubscription> {
    this.#waiting += 1;
    this.feed.enter(place);
    const subscription = await this.#subscribe();
    await this.feed.covered(place);
    return subscription;
  }

  /** One less waits there. */
  end(place: FeedPlace): void {
    this.#waiting -= 1;
    this.feed.leave(place);
    if (this.#waiting > 0) return;
    const subscription = this.#subscription;
    this.#subscription = undefined;
    subscription?.then((followed) => followed.close()).catch(() => undefined);
  }

  #subscribe(): Promise<FeedSubscription> {
    if (this.#subscription) return this.#subscription;
    // Each subscription has its own listener, so that closing one late does not remove the next one's.
    const subscription = this.feed.attach((events, position) => this.listener(events, position));
    subscription.catch(() => {
      if (this.#subscription === subscription) this.#subscription = undefined;
    });
    this.#subscription = subscription;
    return subscription;
  }
}
