import type { NatsConnection } from '@nats-io/transport-node';
import type { Event } from '@mailroom/events';
import type { BusDeliveryRepository } from '../bus-delivery.repository.js';
import { HandlerMetrics } from '../bus-metrics.js';
import { backoffSeconds, type Consumer, type EventHandler } from '../event-bus.js';
import { PostgresSubscription } from '../postgres-subscription.js';
import { durableName, streamName } from './stream-declaration.js';
import { StreamPuller } from './stream-puller.js';
import type { TakenMessage } from './taken-message.js';

const DEFAULT_CONCURRENCY = 16;
const DEFAULT_MAX_DELIVER = 8;
const REDRIVEN_POLL_MS = 10_000;

export type Broker = {
  readonly connection: NatsConnection;
  readonly deliveries: BusDeliveryRepository;
  /** The generation of the stream; 0 if there is none. */
  readonly generation: () => number;
  readonly check: () => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/**
 * One consumer in this process: a puller for each type, all sharing its handlers evenly, and one more handler for
 * events from Postgres: those that were set aside and redriven, and those that are tried alone.
 */
export class JetStreamSubscription {
  readonly #pullers: readonly StreamPuller[];
  readonly #redriven: PostgresSubscription;
  readonly #maxDeliver: number;
  readonly #metrics: HandlerMetrics;

  constructor(
    private readonly broker: Broker,
    private readonly consumer: Consumer,
    private readonly handle: EventHandler,
  ) {
    this.#metrics = new HandlerMetrics(consumer.name);
    this.#maxDeliver = consumer.maxDeliver ?? DEFAULT_MAX_DELIVER;
    const { name, types, concurrency = DEFAULT_CONCURRENCY } = consumer;
    const share = Math.max(1, Math.floor(concurrency / types.length));
    this.#pullers = types.map((type) => this.#puller(durableName(name, type), share));
    const single = { ...consumer, concurrency: 1 };
    this.#redriven = new PostgresSubscription(broker.deliveries, single, handle, broker.onError, REDRIVEN_POLL_MS);
    this.#redriven.wake();
  }

  /** Something was redriven. */
  wake(): void {
    this.#redriven.wake();
  }

  /** The broker is back, or another stream has begun. */
  restart(): void {
    for (const puller of this.#pullers) puller.restart();
  }

  async close(): Promise<void> {
    await Promise.all([this.#redriven.close(), ...this.#pullers.map((puller) => puller.close())]);
  }

  #puller(durable: string, concurrency: number): StreamPuller {
    const { connection, generation, check, onError } = this.broker;
    return new StreamPuller(connection, {
      concurrency,
      subject: () => (generation() === 0 ? null : `$JS.API.CONSUMER.MSG.NEXT.${streamName(generation())}.${durable}`),
      handle: (message) => this.#run(message).catch(onError),
      onMissing: () => check().catch(onError),
    });
  }

  async #run(message: TakenMessage): Promise<void> {
    const event = readEvent(message);
    if (event === null) return this.#refuse(message);
    const { attempt } = message;
    if (attempt > this.#maxDeliver) return this.#tryAlone(event, message);
    try {
      await this.#metrics.during(attempt, () => this.handle(event));
    } catch (error) {
      this.broker.onError(error);
      if (attempt < this.#maxDeliver || !(await this.#setAside(event, attempt, error))) {
        return message.postpone(backoffSeconds(attempt) * 1_000);
      }
    }
    await message.acknowledge();
  }

  /**
   * The event was delivered too often without an answer: it, or another that was in hand each time, kills the process.
   * Postgres delivers events one at a time, which shows which of them does.
   */
  async #tryAlone(event: Event, message: TakenMessage): Promise<void> {
    await this.broker.deliveries.takeOver(this.consumer.name, event, 'The consumer ended without an answer.');
    this.#redriven.wake();
    await message.acknowledge();
  }

  /** It is none of our events, so it can be neither set aside nor handled later. */
  #refuse(message: TakenMessage): void {
    this.broker.onError(new Error(`A message on ${message.subject} is not an event.`));
    message.discard();
  }

  async #setAside(event: Event, attempt: number, error: unknown): Promise<boolean> {
    const text = error instanceof Error ? error.message : String(error);
    try {
      await this.broker.deliveries.setAside(this.consumer.name, { event, attempt }, text);
      return true;
    } catch (failure) {
      this.broker.onError(failure);
      return false;
    }
  }
}

function readEvent(message: TakenMessage): Event | null {
  try {
    const event: unknown = message.json();
    return typeof event === 'object' && event !== null && 'id' in event && 'type' in event ? (event as Event) : null;
  } catch {
    return null;
  }
}
