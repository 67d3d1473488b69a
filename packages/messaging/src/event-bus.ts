import type { Event } from '@mailroom/events';
import type { ConsumerLag } from './bus-metrics.js';

export type Consumer = {
  /** Durable: deliveries wait for a consumer of this name; subscribers of one name share them. */
  readonly name: string;
  readonly types: readonly string[];
  /** Handlers running at once in this process; default 16. */
  readonly concurrency?: number;
  /** An event not acknowledged for so long is delivered again; default 30 s. */
  readonly ackWaitSeconds?: number;
  /**
   * Deliveries after which an event is set aside as poison; default 8. Where its process ended each time without an
   * answer, another event may be the reason: then it is delivered as often again, one at a time.
   */
  readonly maxDeliver?: number;
};

export type Subscription = {
  /** Takes nothing more, and resolves when the handlers under way have ended. */
  close(): Promise<void>;
};

export type EventHandler = (event: Event) => Promise<void>;

/**
 * At least once, in no order. A handler that resolves acknowledges; one that rejects gets the event again after a
 * growing pause, until it is set aside.
 */
export abstract class EventBus {
  /**
   * Resolves when every consumer is certain to get them. An id that is published again may be delivered again. Returns
   * the generation of the broker's storage that has them, 0 where that is Postgres: what makes the mark of having been
   * sent valid (`OutboxRepository.markSent`).
   */
  abstract publish(events: readonly Event[]): Promise<number>;
  abstract subscribe(consumer: Consumer, handle: EventHandler): Promise<Subscription>;
  /** Consumers are done with all that was marked as sent before; what came later may have to be published again. */
  abstract settledBefore(): Promise<Date>;
  /** How far every consumer is behind, whether it runs in this process or not. */
  abstract lag(): Promise<ConsumerLag[]>;
  /** Whether events flow: false while the broker can't be reached. */
  abstract healthy(): Promise<boolean>;
  abstract close(): Promise<void>;
}

/** Seconds before delivery number `attempt + 1`: 1, 2, 4 … 300. */
export function backoffSeconds(attempt: number): number {
  return Math.min(2 ** Math.max(0, attempt - 1), 300);
}
