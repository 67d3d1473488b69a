import { Injectable } from '@nestjs/common';
import { emailAccepted, type Event } from '@mailroom/events';
import { RawMessageRepository } from '@mailroom/mail';
import { EventBus, type Subscription } from '@mailroom/messaging';
import { GroupCommitter } from './group-committer.js';
import { ErrorReporter } from './error-reporter.js';
import type { ParseJob } from './parsing/parse-job.js';
import { ParserPool } from './parsing/parser-pool.js';
import { ReadinessRepository, type ReadyMessage } from './readiness.repository.js';
import { readyMessage, unparsedMessage } from './ready-message.js';

export type StoredMessage = ParseJob & { readonly emailIds: readonly number[] };

const MAX_GROUP = 128;
/** Messages in hand at once; what comes on top stays in the database until its event is due. */
const MAX_WAITING = 2_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** Brings durable messages to readiness: parses them where a hang can be killed, and shows them. */
@Injectable()
export class ParsingService {
  readonly #committer: GroupCommitter<ReadyMessage, undefined>;
  readonly #working = new Set<Promise<void>>();
  #waitingBytes = 0;
  #subscription: Subscription | undefined;

  constructor(
    private readonly parsers: ParserPool,
    private readonly readiness: ReadinessRepository,
    private readonly rawMessages: RawMessageRepository,
    private readonly bus: EventBus,
    private readonly reporter: ErrorReporter,
  ) {
    this.#committer = new GroupCommitter(
      async (messages) => {
        await this.readiness.makeReady(messages);
        return messages.map(() => undefined);
      },
      { maxGroup: MAX_GROUP },
    );
  }

  /** Begins to take messages that another process accepted and did not parse. */
  async start(): Promise<void> {
    const consumer = { name: 'parser', types: [emailAccepted.type], concurrency: 4, ackWaitSeconds: 60 };
    this.#subscription = await this.bus.subscribe(consumer, (event) => this.#parseStored(event));
  }

  /** Ends when the messages in hand are ready. */
  async close(): Promise<void> {
    await this.#subscription?.close();
    await Promise.all(this.#working);
    await this.parsers.close();
  }

  /** Parses a message that was just committed, unless too many wait: then its event brings it back. */
  offer(message: StoredMessage): void {
    if (this.#working.size >= MAX_WAITING || this.#waitingBytes >= MAX_WAITING_BYTES) return;
    this.#waitingBytes += message.raw.length;
    const work = this.#parse(message)
      .catch((error: unknown) => this.reporter.report(error))
      .finally(() => {
        this.#waitingBytes -= message.raw.length;
        this.#working.delete(work);
      });
    this.#working.add(work);
  }

  async #parseStored(event: Event): Promise<void> {
    const { rawId, emailIds } = emailAccepted.parse(event.payload);
    const raw = await this.rawMessages.read(rawId);
    if (!raw) return;
    const { content, clientAddress, helo, envelopeSender: sender } = raw;
    await this.#parse({ rawId, emailIds, raw: content, envelope: { clientAddress, helo, sender } });
  }

  async #parse(message: StoredMessage): Promise<void> {
    const outcome = await this.parsers.parse(message);
    // A parser that was shut down says nothing of the message: its event brings it to another.
    if (!outcome.ok && outcome.reason === 'closed') return;
    if (!outcome.ok) {
      await this.#committer.submit(unparsedMessage(message, outcome.reason));
      return;
    }
    try {
      await this.#committer.submit(readyMessage(message, outcome.message, outcome.authentication));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // What the database can't hold is shown as what could not be parsed.
      this.reporter.report(error);
      await this.#committer.submit(unparsedMessage(message, 'its parts could not be stored'));
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unavailable';
}
