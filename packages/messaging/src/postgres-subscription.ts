import { PollingLoop } from '@mailroom/concurrency';
import type { Event } from '@mailroom/events';
import type { BusDeliveryRepository, Delivery } from './bus-delivery.repository.js';
import { HandlerMetrics } from './bus-metrics.js';
import { backoffSeconds, type Consumer, type EventHandler } from './event-bus.js';

const POLL_MS = 1_000;

/** Claims what is due for one consumer, as many events at a time as it has free handlers. */
export class PostgresSubscription {
  readonly #running = new Set<Promise<void>>();
  readonly #acknowledged: string[] = [];
  readonly #loop: PollingLoop;
  readonly #concurrency: number;
  readonly #maxDeliver: number;
  /** An event that was claimed more often than this without an answer is not run again. */
  readonly #lastAttempt: number;
  readonly #metrics: HandlerMetrics;
  /** Seconds until an event that was not acknowledged is delivered again. */
  readonly ackWaitSeconds: number;
  /** Handlers that publications under way may start. */
  #reserved = 0;
  #closed = false;
  /** An event that may take the process down is being handled. */
  #hasSuspect = false;
  /** There was no room when events were due. */
  #passedOver = false;
  #flushing: Promise<void> | undefined;

  constructor(
    private readonly deliveries: BusDeliveryRepository,
    private readonly consumer: Consumer,
    private readonly handle: EventHandler,
    private readonly onError: (error: unknown) => void,
    pollMs = POLL_MS,
  ) {
    this.#metrics = new HandlerMetrics(consumer.name);
    this.#concurrency = consumer.concurrency ?? 16;
    this.ackWaitSeconds = consumer.ackWaitSeconds ?? 30;
    this.#maxDeliver = consumer.maxDeliver ?? 8;
    this.#lastAttempt = this.#concurrency === 1 ? this.#maxDeliver : 2 * this.#maxDeliver;
    this.#loop = new PollingLoop(() => this.#take(), { intervalMs: pollMs, onError });
  }

  get name(): string {
    return this.consumer.name;
  }

  wants(events: readonly Event[]): boolean {
    return events.some(({ type }) => this.consumer.types.includes(type));
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Reserves room for that many handlers, if there is any; `release` ends the reservation. */
  reserve(count: number): boolean {
    if (this.#closed || count > this.#free) return false;
    this.#reserved += count;
    return true;
  }

  release(count: number): void {
    this.#reserved -= count;
    this.#catchUp();
  }

  /** Handles events that were claimed for this consumer as they were published. */
  begin(events: readonly Event[]): void {
    for (const event of events) this.#begin({ event, attempt: 1 });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#loop.close();
    await Promise.all(this.#running);
    await this.#flushing;
  }

  get #free(): number {
    return this.#concurrency - this.#running.size - this.#reserved;
  }

  /** We don't claim for each handler that becomes free, or events would be claimed one at a time. */
  #catchUp(): void {
    if (this.#passedOver && this.#free >= this.#concurrency >> 1) this.wake();
  }

  /** Starts handlers for what is due; tells whether more may be waiting. */
  async #take(): Promise<boolean> {
    const free = this.#free;
    this.#passedOver = free <= 0;
    if (this.#passedOver) return false;
    const deliveries = await this.deliveries.claim(this.consumer.name, free, this.ackWaitSeconds, this.onError);
    const isSuspect = ({ attempt }: Delivery) => attempt > this.#maxDeliver;
    for (const delivery of deliveries) if (!isSuspect(delivery)) this.#begin(delivery);
    await this.#tryOne(deliveries.filter(isSuspect));
    return deliveries.length === free;
  }

  /**
   * Among events that were claimed too often without an answer, one kills the process, and the others were only in hand
   * each time. They are run one after the other, and only an event that ends the process again is set aside.
   */
  async #tryOne(suspects: readonly Delivery[]): Promise<void> {
    const [next, others] = this.#hasSuspect ? [undefined, suspects] : [suspects[0], suspects.slice(1)];
    if (others.length > 0) {
      await this.deliveries.giveBack(
        this.consumer.name,
        others.map(({ event }) => event.id),
      );
    }
    if (!next) return;
    this.#hasSuspect = true;
    this.#begin(next, () => (this.#hasSuspect = false));
  }

  #begin(delivery: Delivery, onEnd = () => {}): void {
    const run: Promise<void> = this.#run(delivery)
      .catch(this.onError)
      .finally(() => {
        this.#running.delete(run);
        onEnd();
        this.#catchUp();
      });
    this.#running.add(run);
  }

  async #run({ event, attempt }: Delivery): Promise<void> {
    try {
      if (attempt > this.#lastAttempt) throw new Error('The consumer ended without an answer.');
      await this.#metrics.during(attempt, () => this.handle(event));
    } catch (error) {
      this.onError(error);
      return this.deliveries.postpone(this.consumer.name, event.id, {
        delaySeconds: backoffSeconds(attempt),
        error: error instanceof Error ? error.message : String(error),
        poisoned: attempt >= this.#maxDeliver,
      });
    }
    await this.#acknowledge(event.id);
  }

  /** Acknowledgements that arrive while one is on its way go together in the next. */
  async #acknowledge(eventId: string): Promise<void> {
    this.#acknowledged.push(eventId);
    while (this.#acknowledged.includes(eventId)) {
      this.#flushing ??= this.#flush().finally(() => (this.#flushing = undefined));
      await this.#flushing;
    }
  }

  async #flush(): Promise<void> {
    const eventIds = this.#acknowledged.splice(0);
    await this.deliveries.acknowledge(this.consumer.name, eventIds);
  }
}
