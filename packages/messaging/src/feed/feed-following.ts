import type { EventFeed, FeedListener, FeedSubscription } from './event-feed.js';

/** One subscription to the feed for all who wait in one place, and none while nobody does. */
export class FeedFollowing {
  #subscription: Promise<FeedSubscription> | undefined;

  constructor(
    private readonly feed: EventFeed,
    private readonly listener: FeedListener,
  ) {}

  /** Resolves once every later event will be heard; after a failure the next call tries again. */
  begin(): Promise<FeedSubscription> {
    if (this.#subscription) return this.#subscription;
    // Each subscription has its own listener, so that closing one late does not remove the next one's.
    const subscription = this.feed.subscribe((events, position) => this.listener(events, position));
    subscription.catch(() => {
      if (this.#subscription === subscription) this.#subscription = undefined;
    });
    this.#subscription = subscription;
    return subscription;
  }

  /** Nobody waits any more. */
  end(): void {
    const subscription = this.#subscription;
    this.#subscription = undefined;
    subscription?.then((followed) => followed.close()).catch(() => undefined);
  }
}
