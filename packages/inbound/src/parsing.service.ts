import { Injectable } from '@nestjs/common';
import { GroupCommitter } from '@mailroom/database';
import { emailAccepted, type Event } from '@mailroom/events';
import { RawMessageRepository } from '@mailroom/mail';
import { CommittedEvents, EventBus, type Subscription } from '@mailroom/messaging';
import { parseTraceparent, startSpan, traceOfMessage, type Span, type TraceContext } from '@mailroom/observability';
import type { AcceptedEmails } from './accepted-emails.js';
import { AcceptancePressure } from './acceptance-pressure.js';
import { ErrorReporter } from './error-reporter.js';
import { parsingSeconds, readySeconds, timeOfUuid } from './inbound-metrics.js';
import { ParsingBacklog } from './parsing-backlog.js';
import type { ParseJob } from './parsing/parse-job.js';
import { ParserPool } from './parsing/parser-pool.js';
import { ReadinessRepository, type ReadyMessage } from './readiness.repository.js';
import { readyMessage, unparsedMessage } from './ready-message.js';

const MAX_GROUP = 128;
/** Messages read, parsed or committed at once. */
const MAX_IN_HAND = 256;
/** What comes on top stays in the database until its event is due. */
const BACKLOG = { maxMessages: 50_000, maxBytes: 32 * 1024 * 1024 };
/** Parsing gives way to acceptance entirely until the backlog is filled so far, and not at all when it is full. */
const YIELDING_FILL = 0.5;
/** Nor does it make a message wait for longer than this without a share that grows, to an equal one after the second. */
const YIELDING_MS = 10_000;
const LONGEST_YIELDING_MS = 60_000;
const YIELD_MS = 5;
/** Seconds after which another process parses what this one accepted and has not parsed. */
const WATCHDOG_SECONDS = 10;
/** Longer than any message may take, and no longer, since a process that dies leaves its messages for so long. */
const ACK_WAIT_SECONDS = 20;
/** Messages that are parsed in a second at the least, beside everything else. */
const SLOWEST_PER_SECOND = 300;

/** Brings durable messages to readiness: parses them where a hang can be killed, and shows them. */
@Injectable()
export class ParsingService {
  readonly #committer: GroupCommitter<ReadyMessage, undefined>;
  readonly #backlog = new ParsingBacklog(BACKLOG);
  readonly #inHand = new Set<Promise<void>>();
  #subscription: Subscription | undefined;
  #yielding: NodeJS.Timeout | undefined;

  constructor(
    private readonly parsers: ParserPool,
    private readonly readiness: ReadinessRepository,
    private readonly rawMessages: RawMessageRepository,
    private readonly bus: EventBus,
    private readonly committed: CommittedEvents,
    private readonly pressure: AcceptancePressure,
    private readonly reporter: ErrorReporter,
  ) {
    this.#committer = new GroupCommitter((messages) => this.#show(messages), { maxGroup: MAX_GROUP });
  }

  /** Begins to take messages that another process accepted and did not parse. */
  async start(): Promise<void> {
    this.parsers.warm();
    const consumer = { name: 'parser', types: [emailAccepted.type], concurrency: 32, ackWaitSeconds: ACK_WAIT_SECONDS };
    this.#subscription = await this.bus.subscribe(consumer, (event) => this.#parseStored(event));
  }

  /** Ends when the messages in hand are ready; those that still wait go to another process, or to the next start. */
  async close(): Promise<void> {
    clearTimeout(this.#yielding);
    const left = this.#backlog.clear();
    await this.#subscription?.close();
    await Promise.all(this.#inHand);
    await this.parsers.close();
    await this.committed.idle();
    if (left.length > 0) await this.readiness.giveUp(left);
  }

  /** Seconds in which a message that is accepted now is ready for certain, if this process lives. */
  get watchdogSeconds(): number {
    return WATCHDOG_SECONDS + this.#backlog.size / SLOWEST_PER_SECOND;
  }

  /** Parses a message that was just committed, unless too many wait: then its event brings it back. */
  offer(message: AcceptedEmails): void {
    if (this.#backlog.add(message)) this.#advance();
  }

  #advance(): void {
    const room = this.#room();
    while (this.#inHand.size < room) {
      const next = this.#backlog.take();
      if (!next) return;
      const work: Promise<void> = this.#parse(next)
        .catch((error: unknown) => this.reporter.report(error))
        .finally(() => {
          this.#inHand.delete(work);
          this.#advance();
        });
      this.#inHand.add(work);
    }
    if (this.#backlog.size > 0 && room < MAX_IN_HAND) this.#resumeLater();
  }

  /** How many messages may be in hand now. */
  #room(): number {
    if (!this.pressure.isHigh) return MAX_IN_HAND;
    const byFill = (this.#backlog.fill - YIELDING_FILL) / (1 - YIELDING_FILL);
    const byAge = (this.#oldestMs() - YIELDING_MS) / (LONGEST_YIELDING_MS - YIELDING_MS);
    return Math.ceil(MAX_IN_HAND * Math.min(1, Math.max(0, byFill, byAge)));
  }

  /** How long the oldest message has waited. Where disk or blob store are slow, acceptance never lets up by itself. */
  #oldestMs(): number {
    const { oldest } = this.#backlog;
    return oldest ? Date.now() - timeOfUuid(oldest.rawId) : 0;
  }

  #resumeLater(): void {
    this.#yielding ??= setTimeout(() => {
      this.#yielding = undefined;
      this.#advance();
    }, YIELD_MS);
  }

  async #parseStored(event: Event): Promise<void> {
    const { rawId, emailIds } = emailAccepted.parse(event.payload);
    const envelope = { clientAddress: '', helo: '', sender: null };
    await this.#parse({ rawId, emailIds, raw: null, envelope }, parseTraceparent(event.traceparent));
  }

  /** Mail that was not delivered from here has the trace of its own that began with its transaction. */
  async #parse(accepted: AcceptedEmails, from: TraceContext | null = null): Promise<void> {
    const message = accepted.raw ? { ...accepted, raw: accepted.raw } : await this.#read(accepted);
    if (!message) return;
    const begun = performance.now();
    const span = startSpan('parse message', 'consumer', from ?? traceOfMessage(message.rawId));
    let outcome: keyof typeof parsingSeconds = 'interrupted';
    try {
      outcome = await this.#bring(message, span);
    } finally {
      parsingSeconds[outcome].observe((performance.now() - begun) / 1_000);
      span.end({ 'mailroom.raw_id': message.rawId, 'mailroom.outcome': outcome }, outcome !== 'ready');
    }
    if (outcome !== 'interrupted') readySeconds.observe((Date.now() - timeOfUuid(message.rawId)) / 1_000);
  }

  async #bring(
    message: ParseJob & Pick<AcceptedEmails, 'emailIds'>,
    { traceparent }: Span,
  ): Promise<keyof typeof parsingSeconds> {
    const target = { rawId: message.rawId, emailIds: message.emailIds, traceparent };
    const outcome = await this.parsers.parse(message);
    // A parser that was shut down says nothing of the message: its event brings it to another.
    if (!outcome.ok && outcome.reason === 'closed') return 'interrupted';
    if (!outcome.ok) {
      await this.#committer.submit(unparsedMessage(target, outcome.reason));
      return 'parse_failed';
    }
    try {
      await this.#committer.submit(readyMessage(target, outcome));
      return 'ready';
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // What the database can't hold is shown as what could not be parsed.
      this.reporter.report(error);
      await this.#committer.submit(unparsedMessage(target, 'its parts could not be stored'));
      return 'parse_failed';
    }
  }

  async #read({ rawId, emailIds }: AcceptedEmails) {
    const stored = await this.rawMessages.read(rawId);
    if (!stored) return null;
    const { content, clientAddress, helo, envelopeSender: sender } = stored;
    return { rawId, emailIds, raw: content, envelope: { clientAddress, helo, sender } };
  }

  async #show(messages: readonly ReadyMessage[]): Promise<undefined[]> {
    this.committed.publish(await this.readiness.makeReady(messages));
    return messages.map(() => undefined);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unavailable';
}
