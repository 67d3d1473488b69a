import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { patiently, Pauses, PollingLoop } from '@mailroom/concurrency';
import type { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import type { Event } from '@mailroom/events';
import { BusDeliveryRepository } from '../bus-delivery.repository.js';
import { EventBus, type Consumer, type ConsumerLag, type EventHandler, type Subscription } from '../event-bus.js';
import { BusStreamRepository } from './bus-stream.repository.js';
import { BusStreams } from './bus-streams.js';
import { JetStreamSubscription } from './jetstream-subscription.js';
import { connectNats } from './nats-connection.js';
import { isRefusal, streamName, subjectOf } from './stream-declaration.js';

export type JetStreamOptions = {
  readonly database: Database;
  /** `nats://[user:password@]host:port` or `tls://…`; several are separated by commas. */
  readonly url: string;
  /** Copies of the stream in a cluster; default 1. */
  readonly replicas?: number;
  readonly onError?: (error: unknown) => void;
  /** Aborting it gives up waiting for the first connection. */
  readonly signal?: AbortSignal;
};

const CHECK_MS = 5_000;
const DECLARE_PAUSE_MS = 500;
const DEFAULT_ACK_WAIT_SECONDS = 30;

/** The bus over NATS JetStream. Postgres remembers what JetStream should hold, so nothing is lost with its storage. */
export class JetStreamEventBus extends EventBus {
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #streams: BusStreams;
  readonly #repository: BusStreamRepository;
  readonly #deliveries: BusDeliveryRepository;
  readonly #subscriptions = new Set<JetStreamSubscription>();
  readonly #onError: (error: unknown) => void;
  readonly #loop: PollingLoop;
  readonly #stopListening: () => void;
  readonly #closing = new AbortController();
  #isConnected = true;
  /** The generation from which the subscriptions take; 0 makes them begin anew. */
  #followed = 0;

  private constructor(connection: NatsConnection, manager: JetStreamManager, options: JetStreamOptions) {
    super();
    const { database, replicas = 1, onError = () => {} } = options;
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection);
    this.#onError = onError;
    this.#repository = new BusStreamRepository(database);
    this.#deliveries = new BusDeliveryRepository(database);
    this.#streams = new BusStreams(this.#repository, manager, replicas);
    this.#loop = new PollingLoop(() => this.#check(), { intervalMs: CHECK_MS, onError });
    this.#stopListening = database.listen('bus', () => {
      for (const subscription of this.#subscriptions) subscription.wake();
    });
    void this.#watchConnection();
  }

  /** Resolves once there is a connection, however long that takes; streams are set up as soon as possible. */
  static async open(options: JetStreamOptions): Promise<JetStreamEventBus> {
    const { url, onError = () => {}, signal } = options;
    const connection = await connectNats({ url, onError, signal });
    const bus = new JetStreamEventBus(connection, await jetstreamManager(connection, { checkAPI: false }), options);
    bus.#loop.wake();
    return bus;
  }

  override async publish(events: readonly Event[]): Promise<number> {
    const { generation } = this.#streams;
    // We don't queue in the client: the outbox has the events, and waiting here would hold up what is committed
    // meanwhile.
    if (!this.#isConnected) throw new DomainError('unavailable', 'There is no connection to NATS.');
    try {
      if (generation === 0) throw new Error('The stream is not set up yet.');
      await Promise.all(
        events.map((event) =>
          this.#client.publish(subjectOf(generation, event.type), JSON.stringify(event), { msgID: event.id }),
        ),
      );
      return generation;
    } catch (cause) {
      if (isRefusal(cause)) throw cause;
      this.#loop.wake();
      throw new DomainError('unavailable', 'NATS does not take events at the moment.', { cause });
    }
  }

  override async subscribe(consumer: Consumer, handle: EventHandler, signal?: AbortSignal): Promise<Subscription> {
    const closing = this.#closing.signal;
    await this.#declare(consumer, signal ? AbortSignal.any([signal, closing]) : closing);
    const broker = {
      connection: this.#connection,
      deliveries: this.#deliveries,
      generation: () => this.#streams.generation,
      check: () => this.#streams.check(),
      onError: this.#onError,
    };
    const subscription = new JetStreamSubscription(broker, consumer, handle);
    this.#subscriptions.add(subscription);
    return {
      close: async () => {
        this.#subscriptions.delete(subscription);
        await subscription.close();
      },
    };
  }

  override async settledBefore(): Promise<Date> {
    return this.#repository.settledBefore();
  }

  override async lag(): Promise<ConsumerLag[]> {
    return this.#streams.lag();
  }

  override async healthy(): Promise<boolean> {
    const { generation } = this.#streams;
    if (generation === 0 || !this.#isConnected) return false;
    return this.#manager.streams.info(streamName(generation)).then(
      () => true,
      () => false,
    );
  }

  override async close(): Promise<void> {
    this.#closing.abort();
    this.#stopListening();
    await this.#loop.close();
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    this.#subscriptions.clear();
    await this.#connection.close();
  }

  /** If the database or the broker can't do it now, they will be able to later. */
  async #declare({ name, types, ackWaitSeconds = DEFAULT_ACK_WAIT_SECONDS }: Consumer, signal: AbortSignal) {
    const declare = async () => {
      await this.#repository.registerConsumer(name, types, ackWaitSeconds);
      await this.#streams.declare(name);
    };
    const pauses = new Pauses(DECLARE_PAUSE_MS, DECLARE_PAUSE_MS);
    await patiently(declare, { pauses, onError: this.#onError, signal });
    signal.throwIfAborted();
  }

  async #check(): Promise<boolean> {
    await this.#streams.check();
    const { generation } = this.#streams;
    if (generation !== this.#followed) {
      this.#followed = generation;
      for (const subscription of this.#subscriptions) subscription.restart();
    }
    return false;
  }

  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#isConnected = false;
      if (type !== 'reconnect') continue;
      this.#isConnected = true;
      // Pulls do not outlive their connection, and the storage may be a different one.
      this.#followed = 0;
      this.#loop.wake();
    }
  }
}
