import { Injectable } from '@nestjs/common';
import { GroupCommitter, patiently, Pauses } from '@mailroom/concurrency';
import { mayHaveCommitted } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { DomainError } from '@mailroom/errors';
import { RawMessageRepository, type EmailPlace } from '@mailroom/mail';
import { startSpan, traceOfMessage } from '@mailroom/observability';
import { AcceptancePressure } from './acceptance-pressure.js';
import { groupMessages } from './inbound-metrics.js';
import { IngestRepository, isStoredAlready, type IngestMessage } from './ingest.repository.js';
import { ParsingService } from './parsing.service.js';

/** A message that a client has handed over, with the mailboxes that its recipients led to. */
export type AcceptedMessage = {
  /** The message's UUID of version 7; its digits are the id of the message's trace. */
  readonly rawId?: string;
  /** MAIL FROM; null for the null reverse-path. */
  readonly sender: string | null;
  readonly clientAddress: string;
  readonly helo: string;
  readonly content: Buffer;
  readonly deliveries: readonly Delivery[];
};

type Delivery = { readonly mailboxId: number; readonly recipient: string; readonly sealed?: boolean };

const MAX_GROUP = 256;
/** So much of copies for sealed mailboxes is made at once, and one copy if it is larger. */
const COPIED_AT_ONCE_BYTES = 4 * 1024 * 1024;
/** Clients wait for ten minutes (RFC 5321 §4.5.3.2.6), some for less time. */
const INSIST_MS = 120_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/** Makes messages durable: when `accept` resolves, raw, email, task and outbox row are committed. */
@Injectable()
export class IngestService {
  /** One message is stored as several where it goes to mailboxes that are sealed: all of them, or none. */
  readonly #committer: GroupCommitter<readonly IngestMessage[], EmailPlace[][]>;

  constructor(
    ingests: IngestRepository,
    private readonly parsing: ParsingService,
    private readonly pressure: AcceptancePressure,
    private readonly rawMessages: RawMessageRepository,
  ) {
    const commit = async (groups: readonly (readonly IngestMessage[])[]) => {
      groupMessages.observe(groups.length);
      const stored = await ingests.ingest(groups.flat(), parsing.watchdogSeconds);
      return groups.map((group) => stored.splice(0, group.length));
    };
    this.#committer = new GroupCommitter(commit, { maxGroup: MAX_GROUP });
  }

  /** Says that a message is on its way: its parser starts while the client sends it. */
  expect(): void {
    this.parsing.expect();
  }

  /** @throws unavailable if it could not be stored now; any other error is the message's own fault or a bug */
  async accept({ rawId = uuidv7(), ...message }: AcceptedMessage): Promise<void> {
    await this.pressure.during(rawId, () => this.#accept(rawId, message));
  }

  async #accept(rawId: string, { content, ...envelope }: Omit<AcceptedMessage, 'rawId'>): Promise<void> {
    const { sender, clientAddress, helo, deliveries: all } = envelope;
    const deliveries = [...new Map(all.map((delivery) => [delivery.mailboxId, delivery])).values()];
    const span = startSpan('commit message', 'internal', traceOfMessage(rawId));
    const planned = copiesOf(rawId, deliveries).map((copy) => ({ sender, clientAddress, helo, ...copy }));
    const copies = await this.#allStored(planned, content);
    const stored = await this.#store(copies);
    span.end({ 'mailroom.raw_id': rawId, 'mailroom.bytes': content.length });
    // If there are none, an earlier commit whose answer was lost had stored it; the watchdog event then brings it to
    // a parser.
    for (const [index, emails] of stored.entries()) {
      const copy = copies[index];
      if (!copy || emails.length === 0) continue;
      this.parsing.offer({
        rawId: copy.rawId,
        emails,
        bytes: content.length,
        raw: content,
        envelope: { clientAddress, helo, sender },
        awaitsSeal: copy.awaitsSeal,
      });
    }
  }

  /** Large copies are made one after the other, so that few are in memory, however many sealed mailboxes get one. */
  async #allStored(copies: readonly EnvelopedCopy[], content: Buffer): Promise<IngestMessage[]> {
    const atOnce = Math.max(1, Math.floor(COPIED_AT_ONCE_BYTES / content.length));
    const stored: IngestMessage[] = [];
    for (let start = 0; start < copies.length; start += atOnce) {
      const some = copies.slice(start, start + atOnce).map((copy) => this.#stored(copy, content));
      stored.push(...(await Promise.all(some)));
    }
    return stored;
  }

  async #stored(copy: EnvelopedCopy, content: Buffer): Promise<IngestMessage> {
    const bytes = copy.awaitsSeal ? this.rawMessages.locked(copy.rawId, content) : content;
    const { content: inline, blob, size } = await this.rawMessages.store(bytes);
    return { inline, blob, size, ...copy };
  }

  /** Resolves when nothing is being committed. */
  async close(): Promise<void> {
    await this.#committer.idle();
  }

  /**
   * A commit whose connection broke, or whose answer did not come, may have happened or may still happen. It is
   * repeated under the same id until the outcome of one of them is known: if we refused earlier, the client would send
   * the message twice.
   */
  async #store(copies: readonly IngestMessage[]): Promise<EmailPlace[][]> {
    const until = Date.now() + INSIST_MS;
    let mayBeStored = false;
    const isPassing = (error: unknown) => {
      mayBeStored ||= mayHaveCommitted(error);
      const isAway = error instanceof DomainError && error.code === 'unavailable';
      return mayBeStored && isAway && Date.now() <= until;
    };
    const store = async () => {
      try {
        return await this.#committer.submit(copies);
      } catch (error) {
        if (mayBeStored && isStoredAlready(error)) return [];
        throw error;
      }
    };
    return patiently(store, { pauses: new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS), isPassing, ref: false });
  }
}

type Copy = Pick<IngestMessage, 'rawId' | 'awaitsSeal' | 'deliveries'>;
type EnvelopedCopy = Copy & Pick<AcceptedMessage, 'sender' | 'clientAddress' | 'helo'>;

/** Mailboxes share what is stored, except for those that are sealed, each to keys of its own. */
function copiesOf(rawId: string, deliveries: readonly Delivery[]): Copy[] {
  const ordinary = deliveries.filter(({ sealed }) => !sealed);
  const sealed = deliveries.filter((delivery) => delivery.sealed);
  const shared = ordinary.length > 0 ? [{ awaitsSeal: false, deliveries: ordinary }] : [];
  const copies = [...shared, ...sealed.map((delivery) => ({ awaitsSeal: true, deliveries: [delivery] }))];
  return copies.map((copy, index) => ({ rawId: index === 0 ? rawId : uuidv7(), ...copy }));
}
