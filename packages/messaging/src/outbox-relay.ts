import { Database } from '@mailroom/database';
import { EventBus } from './event-bus.js';
import { OutboxRepository } from './outbox.repository.js';
import { PollingLoop } from './polling-loop.js';

const BATCH = 500;
const POLL_MS = 500;
const RETRY_SECONDS = 5;
const TRIM_MS = 60_000;
const OUTBOX_RETENTION_SECONDS = 3_600;
const INBOX_RETENTION_SECONDS = 7 * 86_400;

/** Publishes committed events. At least once: a crash between publishing and the mark repeats them. */
export class OutboxRelay {
  readonly #outbox: OutboxRepository;
  readonly #loop: PollingLoop;
  readonly #trimmer: NodeJS.Timeout;
  readonly #stopListening: () => void;

  constructor(
    database: Database,
    private readonly bus: EventBus,
    onError: (error: unknown) => void = () => {},
  ) {
    this.#outbox = new OutboxRepository(database);
    this.#loop = new PollingLoop(() => this.#relay(), { intervalMs: POLL_MS, onError });
    this.#stopListening = database.listen('outbox', () => this.#loop.wake());
    this.#trimmer = setInterval(() => {
      this.#outbox.trim(OUTBOX_RETENTION_SECONDS, INBOX_RETENTION_SECONDS).catch(onError);
    }, TRIM_MS);
  }

  async close(): Promise<void> {
    this.#stopListening();
    clearInterval(this.#trimmer);
    await this.#loop.close();
  }

  async #relay(): Promise<boolean> {
    const events = await this.#outbox.claimUnsent(BATCH, RETRY_SECONDS);
    if (events.length === 0) return false;
    await this.bus.publish(events);
    await this.#outbox.markSent(events.map(({ id }) => id));
    return events.length === BATCH;
  }
}
