import { DomainError } from '@mailroom/errors';
import type { Event } from '@mailroom/events';
import { EventBus, type Consumer, type ConsumerLag, type EventHandler, type Subscription } from './event-bus.js';

/**
 * A bus that can be used before its broker is there. Until then it publishes nothing, so that events stay in the outbox,
 * and it subscribes as soon as it can.
 */
export class OpeningEventBus extends EventBus {
  #bus: EventBus | undefined;
  /** Settles when there is a broker, or when nobody waits for one any longer. */
  readonly #opened: Promise<void>;

  /** `opening` rejects only if it was given up. */
  constructor(opening: Promise<EventBus>) {
    super();
    this.#opened = opening.then(
      (bus) => {
        this.#bus = bus;
      },
      () => undefined,
    );
  }

  override async publish(events: readonly Event[]): Promise<number> {
    if (!this.#bus) throw new DomainError('unavailable', 'There is no connection to the broker yet.');
    return this.#bus.publish(events);
  }

  override async subscribe(consumer: Consumer, handle: EventHandler): Promise<Subscription> {
    if (this.#bus) return this.#bus.subscribe(consumer, handle);
    const closing = new AbortController();
    let subscription: Subscription | undefined;
    const subscribing = this.#opened.then(async () => {
      if (!closing.signal.aborted) subscription = await this.#bus?.subscribe(consumer, handle, closing.signal);
    });
    // Nobody waits for it any more when it is given up.
    subscribing.catch(() => undefined);
    return {
      close: async () => {
        closing.abort();
        await subscription?.close();
      },
    };
  }

  override async settledBefore(): Promise<Date> {
    return this.#bus ? this.#bus.settledBefore() : new Date(0);
  }

  override async lag(): Promise<ConsumerLag[]> {
    return this.#bus ? this.#bus.lag() : [];
  }

  override async healthy(): Promise<boolean> {
    return this.#bus ? this.#bus.healthy() : false;
  }

  /** The one who passed in the opening bus has to end the waiting first. */
  override async close(): Promise<void> {
    await this.#opened;
    await this.#bus?.close();
  }
}
