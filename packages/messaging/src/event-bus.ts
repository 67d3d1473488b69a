import type { Event } from '@mailroom/events';

export type Consumer = {
  /** Durable: deliveries wait for a consumer of this name; subscribers of one name share them. */
  readonly name: string;
  readonly types: readonly string[];
  /** The most handlers that run at once in this process; default 16. */
  readonly concurrency?: number;
  /** An event not acknowledged for this long is delivered again; default 30 s. */
  readonly ackWaitSeconds?: number;
  /**
   * Deliveries after which an event is set aside as poison; default 8. If its process ended each time without an
   * answer, another event may be the reason: then it is delivered just as many times again, on its own.
   */
  readonly maxDeliver?: number;
};

export type Subscription = {
  /** Takes nothing more, and resolves when the handlers under way have ended. */
  close(): Promise<void>;
};

/** Events of one type that a consumer still has to acknowledge. */
export type ConsumerLag = { readonly consumer: string; readonly type: string; readonly pending: number };

export type EventHandler = (event: Event) => Promise<void>;

/**
 * Delivers at least once and in no particular order. A handler that resolves acknowledges the event; one that rejects
 * gets it again after a growing pause, until it is set aside.
 */
export abstract class EventBus {
  /**
   * Resolves when every consumer is certain to get the events. An id that is published again may be delivered again.
   * Returns the generation of the broker's storage that has them, or 0 if that is Postgres; with it the events can be
   * marked as sent (`OutboxRepository.markSent`).
   * @throws unavailable where it takes no events at all
   */
  abstract publish(events: readonly Event[]): Promise<number>;
  /**
   * Resolves when no later event will miss the consumer, however long a broker takes for that.
   * @param signal gives up waiting for it
   */
  abstract subscribe(consumer: Consumer, handle: EventHandler, signal?: AbortSignal): Promise<Subscription>;
  /**
   * Consumers are done with everything marked as sent before this time; later events may have to be published again.
   */
  abstract settledBefore(): Promise<Date>;
  /** How far behind every consumer is, whether it runs in this process or not. */
  abstract lag(): Promise<ConsumerLag[]>;
  /** Whether events flow: false while the broker can't be reached. */
  abstract healthy(): Promise<boolean>;
  abstract close(): Promise<void>;
}

/** Seconds before delivery number `attempt + 1`: 1, 2, 4 … 300. */
export function backoffSeconds(attempt: number): number {
  return Math.min(2 ** Math.max(0, attempt - 1), 300);
}
