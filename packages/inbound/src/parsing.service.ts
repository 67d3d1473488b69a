import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { GroupCommitter } from '@mailroom/concurrency';
import { DomainError } from '@mailroom/errors';
import { emailAccepted, type Event } from '@mailroom/events';
import type { SealOrder } from '@mailroom/mail';
import { CommittedEvents, EventBus, type Subscription } from '@mailroom/messaging';
import { parseTraceparent, startSpan, traceOfMessage, type Span, type TraceContext } from '@mailroom/observability';
import type { AcceptedEmails } from './accepted-emails.js';
import { AcceptancePressure } from './acceptance-pressure.js';
import { ErrorReporter } from './error-reporter.js';
import { parsingSeconds, readySeconds, timeOfUuid } from './inbound-metrics.js';
import { ParseAttemptRepository, UNDER_WAY_SECONDS } from './parse-attempt.repository.js';
import { ParsingBacklog } from './parsing-backlog.js';
import type { ParseJob } from './parsing/parse-job.js';
import { ParserPool } from './parsing/parser-pool.js';
import { ReadinessRepository } from './readiness.repository.js';
import { MAX_IN_HAND, roomBeside } from './parsing-room.js';
import type { ReadyMessage, Target } from './ready-message.js';
import { ReadyMessages } from './ready-messages.js';

const MAX_GROUP = 128;
/**
 * Where so many messages are in hand or wait, those that are parsed wait this long for others to be shown in the same commit,
 * unless they are enough: in small commits each message costs more, and those behind it wait longer.
 */
const GATHERED_FROM = 16;
const GATHER_MS = 20;
const ENOUGH_FOR_GROUP = 48;
/** Texts that are longer than that are committed apart, so that no other message waits while Postgres takes them in. */
const LONG_TEXT_OCTETS = 256 * 1024;
/** So many messages that belong to no flood may be in hand while parsing yields to acceptance: others' floods don't hold them up. */
const FEW_IN_HAND = 2;
/** So many that go last are in hand beyond those being parsed; they may be large. */
const SLOW_AHEAD = 1;
/** Messages beyond this stay in the database until their event is due. */
const BACKLOG = { maxMessages: 50_000, maxBytes: 32 * 1024 * 1024 };
/** While parsing yields to acceptance, it is asked this often how far. */
const YIELD_MS = 5;
/** Seconds after which another process parses a message that this one accepted but has not parsed. */
const WATCHDOG_SECONDS = 10;
/** Longer than nearly all messages take, but no longer: messages of a process that dies wait this long. */
const ACK_WAIT_SECONDS = 20;
/** How often a message that was slow or took its parser down is tried. */
const MAX_ATTEMPTS = 2;
/** Messages per second that are parsed at the least, whatever else goes on. */
const SLOWEST_PER_SECOND = 300;

/** Messages in hand may take this long to become ready when the process ends: much longer than nearly all take. */
const CLOSE_MS = 8_000;

const NO_ENVELOPE = { clientAddress: '', helo: '', sender: null };

type Outcome = keyof typeof parsingSeconds;
type StoredEmails = ParseJob & Pick<AcceptedEmails, 'emails' | 'awaitsSeal'> & { readonly seal: SealOrder | null };

/** Makes durable messages ready: parses them where a hanging parser can be killed, and shows them. */
@Injectable()
export class ParsingService {
  readonly #committer: GroupCommitter<ReadyMessage, undefined>;
  readonly #longCommitter: GroupCommitter<ReadyMessage, undefined>;
  readonly #backlog = new ParsingBacklog({ ...BACKLOG, goesLast: (message) => this.parsers.isSlow(message) });
  readonly #inHand = new Set<Promise<void>>();
  /** The messages being parsed, by their ids, wherever they came from. */
  readonly #parsing = new Set<string>();
  /** The ids of those that this process accepted and does not come to any more, or whose parser was shut down. */
  readonly #interrupted: string[] = [];
  #slowInHand = 0;
  #subscription: Subscription | undefined;
  #yielding: NodeJS.Timeout | undefined;

  constructor(
    private readonly parsers: ParserPool,
    private readonly readiness: ReadinessRepository,
    private readonly attempts: ParseAttemptRepository,
    private readonly messages: ReadyMessages,
    private readonly bus: EventBus,
    private readonly committed: CommittedEvents,
    private readonly pressure: AcceptancePressure,
    private readonly reporter: ErrorReporter,
  ) {
    const show = (messages: readonly ReadyMessage[]) => this.#show(messages);
    const gatherMs = (parsed: number) => (this.#isBusy && parsed < ENOUGH_FOR_GROUP ? GATHER_MS : 0);
    this.#committer = new GroupCommitter(show, { maxGroup: MAX_GROUP, gatherMs });
    this.#longCommitter = new GroupCommitter(show, { maxGroup: 1 });
  }

  /** Begins to take messages that another process accepted but did not parse. */
  async start(): Promise<void> {
    this.parsers.warm();
    const consumer = { name: 'parser', types: [emailAccepted.type], concurrency: 32, ackWaitSeconds: ACK_WAIT_SECONDS };
    this.#subscription = await this.bus.subscribe(consumer, (event) => this.#parseStored(event));
  }

  /**
   * Resolves when the messages in hand are ready, or have not become so in time; those, and those that still wait, go to
   * another process, or to the next start.
   */
  async close(withinMs = CLOSE_MS): Promise<void> {
    clearTimeout(this.#yielding);
    this.#interrupted.push(...this.#backlog.clear());
    const ended = Promise.all([this.#subscription?.close(), ...this.#inHand]);
    await Promise.race([ended, sleep(withinMs, undefined, { ref: false })]);
    await Promise.all([this.parsers.close(), ended]);
    await this.messages.close();
    await this.committed.idle();
    if (this.#interrupted.length > 0) await this.readiness.giveUp(this.#interrupted);
  }

  /** Seconds within which a message accepted now is certain to be ready, if this process lives. */
  get watchdogSeconds(): number {
    return WATCHDOG_SECONDS + this.#backlog.size / SLOWEST_PER_SECOND;
  }

  /** Where no parser is running yet, one starts while the client still sends. */
  expect(): void {
    this.parsers.warm();
  }

  /** Parses a message that was just committed, unless too many wait; in that case its event brings it back. */
  offer(message: AcceptedEmails): void {
    if (this.#backlog.add(message)) this.#advance();
  }

  #advance(): void {
    const room = roomBeside(this.pressure, this.#backlog);
    for (;;) {
      const ordinaryInHand = this.#inHand.size - this.parsers.slowCount;
      if (ordinaryInHand >= Math.max(room, FEW_IN_HAND)) break;
      const next = ordinaryInHand < room ? this.#backlog.take() : this.#backlog.takeFew();
      if (!next) break;
      this.#take(next);
    }
    while (room > 0 && this.#slowInHand < this.parsers.slowAtOnce + SLOW_AHEAD) {
      const next = this.#backlog.takeSlow();
      if (!next) break;
      this.#slowInHand += 1;
      this.#take(next, () => (this.#slowInHand -= 1));
    }
    if (this.#backlog.size > 0 && room < MAX_IN_HAND) this.#resumeLater();
  }

  #take(message: AcceptedEmails, onEnd = () => {}): void {
    const work: Promise<void> = this.#parse(message)
      .then((outcome) => {
        if (outcome === 'interrupted') this.#interrupted.push(message.rawId);
      })
      .catch((error: unknown) => this.reporter.report(error))
      .finally(() => {
        this.#inHand.delete(work);
        onEnd();
        this.#advance();
      });
    this.#inHand.add(work);
  }

  get #isBusy(): boolean {
    return this.#inHand.size + this.#backlog.size >= GATHERED_FROM;
  }

  #resumeLater(): void {
    this.#yielding ??= setTimeout(() => {
      this.#yielding = undefined;
      this.#advance();
    }, YIELD_MS);
  }

  /** A message that was slow or harmful is tried by one process at a time, and never for a third time. */
  async #parseStored(event: Event): Promise<void> {
    const found = emailsOf(event);
    const { rawId, emails } = found;
    const { isReady, attempts, isUnderWay } = await this.attempts.find(found);
    if (isReady) return;
    if (isUnderWay) return this.attempts.postpone(found, UNDER_WAY_SECONDS);
    // What waits here is soon ready. Until the new event is due it stays in the outbox, so it should not be long.
    const isHere = this.#backlog.has(rawId) || this.#parsing.has(rawId);
    if (isHere) return this.attempts.postpone(found, this.watchdogSeconds);
    const from = parseTraceparent(event.traceparent);
    const accepted = { ...found, bytes: 0, raw: null, envelope: NO_ENVELOPE, awaitsSeal: false };
    if (attempts >= MAX_ATTEMPTS) {
      const { traceparent } = startSpan('give up message', 'consumer', from ?? traceOfMessage(rawId));
      const stored = await this.#read(accepted);
      if (stored) await this.#giveUp(stored, { rawId, emails, traceparent }, 'its parser was lost twice');
      return;
    }
    const isLastTry = attempts > 0;
    if (isLastTry) await this.attempts.record(rawId);
    const outcome = await this.#parse(accepted, from, isLastTry);
    // The event must not count as handled.
    if (outcome === 'interrupted') throw new DomainError('unavailable', 'Its parser was shut down.');
  }

  /**
   * If `from` is null, the work belongs to the message's own trace, which began with its SMTP transaction.
   * @returns what came of it; null if the message is gone
   */
  async #parse(accepted: AcceptedEmails, from: TraceContext | null = null, isLastTry = false): Promise<Outcome | null> {
    this.#parsing.add(accepted.rawId);
    try {
      const message = accepted.raw
        ? await this.#ordered({ ...accepted, raw: accepted.raw })
        : await this.#read(accepted);
      return message && (await this.#observed(message, from, isLastTry));
    } finally {
      this.#parsing.delete(accepted.rawId);
    }
  }

  async #observed(message: StoredEmails, from: TraceContext | null, isLastTry: boolean): Promise<Outcome> {
    const begun = performance.now();
    const span = startSpan('parse message', 'consumer', from ?? traceOfMessage(message.rawId));
    let outcome: Outcome = 'interrupted';
    try {
      outcome = await this.#bring(message, span, isLastTry);
    } finally {
      parsingSeconds[outcome].observe((performance.now() - begun) / 1_000);
      span.end({ 'mailroom.raw_id': message.rawId, 'mailroom.outcome': outcome }, outcome !== 'ready');
    }
    if (outcome !== 'interrupted') readySeconds.observe((Date.now() - timeOfUuid(message.rawId)) / 1_000);
    return outcome;
  }

  async #bring(message: StoredEmails, { traceparent }: Span, isLastTry: boolean): Promise<Outcome> {
    const target = { rawId: message.rawId, emails: message.emails, traceparent };
    const onSuspect = () => this.attempts.record(message.rawId).catch((error) => this.reporter.report(error));
    const outcome = await this.parsers.parse(message, { isLastTry, onSuspect });
    // A parser that was shut down tells us nothing about the message; its event brings it to another parser.
    if (!outcome.ok && outcome.reason === 'closed') {
      await this.attempts.withdraw(message.rawId);
      return 'interrupted';
    }
    if (!outcome.ok) {
      await this.#giveUp(message, target, outcome.reason);
      return 'parse_failed';
    }
    try {
      const ready = await this.messages.parsed(target, message, outcome);
      const isLong = ready.row.texts.length > LONG_TEXT_OCTETS;
      await (isLong ? this.#longCommitter : this.#committer).submit(ready);
      this.messages.learn(target, outcome);
      return 'ready';
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // A message that the database can't hold is shown as one that could not be parsed.
      this.reporter.report(error);
      await this.#giveUp(message, target, 'its parts could not be stored');
      return 'parse_failed';
    }
  }

  async #giveUp(message: StoredEmails, target: Target, reason: string): Promise<void> {
    await this.#committer.submit(await this.messages.unparsed(target, message, reason));
  }

  async #ordered(message: Omit<StoredEmails, 'seal'>): Promise<StoredEmails> {
    return { seal: await this.messages.seals.orderFor(message.emails, message.awaitsSeal), ...message };
  }

  async #read({ rawId, emails }: AcceptedEmails): Promise<StoredEmails | null> {
    const stored = await this.messages.seals.read(rawId);
    if (!stored) return null;
    const { content, clientAddress, helo, envelopeSender: sender, awaitsSeal } = stored;
    return this.#ordered({ rawId, emails, raw: content, envelope: { clientAddress, helo, sender }, awaitsSeal });
  }

  async #show(messages: readonly ReadyMessage[]): Promise<undefined[]> {
    this.committed.publish(await this.readiness.makeReady(messages));
    return messages.map(() => undefined);
  }
}

function emailsOf({ payload }: Event): Pick<AcceptedEmails, 'rawId' | 'emails'> {
  const { rawId, emailIds, mailboxIds } = emailAccepted.parse(payload);
  return { rawId, emails: emailIds.map((id, place) => ({ id, mailboxId: mailboxIds[place] ?? 0 })) };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unavailable';
}
