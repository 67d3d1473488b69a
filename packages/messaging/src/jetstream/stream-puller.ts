import { setTimeout as sleep } from 'node:timers/promises';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Pauses } from '@mailroom/concurrency';
import { TakenMessage } from './taken-message.js';

const EXPIRES_MS = 10_000;
/** The time allowed for the broker to say that a pull has expired. */
const GRACE_MS = 5_000;
const NANOS_PER_MS = 1_000_000;
const DRAIN_MS = 2_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

export type PullerOptions = {
  /** The most messages handled at once. */
  readonly concurrency: number;
  /** The subject to which pulls for this consumer go now; null while there is none. */
  readonly subject: () => string | null;
  /** Never rejects. */
  readonly handle: (message: TakenMessage) => Promise<void>;
  /** The broker does not have the consumer. */
  readonly onMissing: () => Promise<void>;
};

/**
 * Takes messages of one durable consumer, never more than it has free handlers: nobody works on a message in a buffer,
 * while its acknowledgement deadline runs.
 */
export class StreamPuller {
  readonly #inbox: string;
  readonly #subscription: Subscription;
  readonly #running = new Set<Promise<void>>();
  /** Numbers the pulls; the status of an earlier one is ignored. */
  #pull = 0;
  /** Messages that the current pull may still bring. */
  #outstanding = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #pauses = new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS);
  #closed = false;

  constructor(
    private readonly connection: NatsConnection,
    private readonly options: PullerOptions,
  ) {
    this.#inbox = `_INBOX.mailroom.${crypto.randomUUID()}`;
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
    this.restart();
  }

  /** Forgets the pull under way, which a broken connection has ended, and begins another. */
  restart(): void {
    this.#outstanding = 0;
    this.#ask();
  }

  /** Takes nothing more, and resolves when the handlers under way have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#stopTaking();
    await Promise.all(this.#running);
  }

  /** Messages already on their way still arrive and are given back; a broker that is away sends none. */
  async #stopTaking(): Promise<void> {
    if (this.#subscription.isClosed()) return;
    const drained = this.#subscription.drain().catch(() => undefined);
    await Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })]);
  }

  #ask(): void {
    if (this.#closed || this.#outstanding > 0) return;
    const free = this.options.concurrency - this.#running.size;
    // We don't ask for each handler that becomes free, or messages would be asked for one at a time.
    if (free < this.options.concurrency / 2) return;
    const subject = this.options.subject();
    if (subject === null || this.connection.isClosed()) return this.#askLater(this.#pauses.next());
    this.#pull += 1;
    this.#outstanding = free;
    const request = JSON.stringify({ batch: free, expires: EXPIRES_MS * NANOS_PER_MS });
    this.connection.publish(subject, request, { reply: `${this.#inbox}.${this.#pull}` });
    this.#askLater(EXPIRES_MS + GRACE_MS);
  }

  #askLater(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.restart(), pauseMs);
  }

  #receive(message: Msg): void {
    // A status has a code and no reply subject to acknowledge to.
    if (!message.reply) {
      const isCurrent = message.subject.endsWith(`.${this.#pull}`);
      if (isCurrent) this.#end(message.headers?.code ?? 0, message.headers?.description ?? '');
      return;
    }
    const taken = new TakenMessage(this.connection, message, message.reply);
    if (this.#closed) return taken.giveBack();
    this.#pauses.reset();
    // Its subject is the event's, so a message from an earlier pull counts here too.
    this.#outstanding = Math.max(0, this.#outstanding - 1);
    const run: Promise<void> = this.options.handle(taken).finally(() => {
      this.#running.delete(run);
      this.#ask();
    });
    this.#running.add(run);
    this.#ask();
  }

  /** The current pull brings nothing more: it has expired, or the consumer is away. */
  #end(code: number, description: string): void {
    if (code === 100) return;
    this.#outstanding = 0;
    if (code === 404 || code === 408) return this.#ask();
    const pauseMs = this.#pauses.next();
    const isMissing = code === 503 || /deleted/i.test(description);
    if (!isMissing) return this.#askLater(pauseMs);
    clearTimeout(this.#timer);
    void this.options.onMissing().finally(() => this.#askLater(pauseMs));
  }
}
