import { FairQueue } from '@mailroom/concurrency';
import { networkOf } from '@mailroom/network';
import type { AcceptedEmails } from './accepted-emails.js';
import { waitingToParse } from './inbound-metrics.js';

export type ParsingBacklogOptions = {
  readonly maxMessages: number;
  /** The limit on contents kept in memory; beyond it, only the ids of messages are kept. */
  readonly maxBytes: number;
  /** Whether a message waits until no other does; called when its turn comes. */
  readonly goesLast: (message: AcceptedEmails) => boolean;
};

/** Of messages from one network to one mailbox, so many may wait before they count as a flood. */
const FEW = 4;

/**
 * Accepted messages that wait for a parser: networks take turns, and so do the mailboxes to which each network writes.
 * The first few of each come before the rest of a flood. All of the messages are durable, so the backlog may forget any
 * of them at any time.
 */
export class ParsingBacklog {
  #few = new FairQueue<AcceptedEmails>();
  #ordinary = new FairQueue<AcceptedEmails>();
  #slow = new FairQueue<AcceptedEmails>();
  /** The ids of all messages, oldest first. The messages themselves would be kept for longer by a Map (ADR 0081). */
  readonly #rawIds = new Set<string>();
  /** How many wait from each network to each mailbox. */
  readonly #counts = new Map<string, number>();
  #bytes = 0;

  constructor(private readonly options: ParsingBacklogOptions) {}

  get size(): number {
    return this.#rawIds.size;
  }

  /** The id of the message that has waited longest. */
  get oldestId(): string | undefined {
    const [oldest] = this.#rawIds;
    return oldest;
  }

  /** 0 is empty, 1 is full. */
  get fill(): number {
    return this.size / this.options.maxMessages;
  }

  has(rawId: string): boolean {
    return this.#rawIds.has(rawId);
  }

  /** Returns false if the backlog is full. */
  add(message: AcceptedEmails): boolean {
    if (this.size >= this.options.maxMessages) return false;
    const bytes = message.raw?.length ?? 0;
    const fits = this.#bytes + bytes <= this.options.maxBytes;
    const kept = fits ? message : { ...message, raw: null };
    const key = keysOf(kept).join(' ');
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    (count <= FEW ? this.#few : this.#ordinary).add(kept, keysOf(kept));
    this.#rawIds.add(kept.rawId);
    if (fits) this.#bytes += bytes;
    waitingToParse.inc();
    return true;
  }

  /** Removes and returns the message whose turn it is. */
  take(): AcceptedEmails | undefined {
    return this.takeFew() ?? this.#takeFrom(this.#ordinary);
  }

  /** The same, but none that belongs to a flood. */
  takeFew(): AcceptedEmails | undefined {
    return this.#takeFrom(this.#few);
  }

  /** Removes and returns one of the messages that go last. */
  takeSlow(): AcceptedEmails | undefined {
    return this.#leave(this.#slow.take());
  }

  /** Empties the backlog and returns the ids of the messages that were in it. */
  clear(): string[] {
    const rawIds = [...this.#rawIds];
    this.#few = new FairQueue();
    this.#ordinary = new FairQueue();
    this.#counts.clear();
    this.#slow = new FairQueue();
    this.#rawIds.clear();
    this.#bytes = 0;
    waitingToParse.dec(rawIds.length);
    return rawIds;
  }

  #takeFrom(queue: FairQueue<AcceptedEmails>): AcceptedEmails | undefined {
    for (let next = queue.take(); next; next = queue.take()) {
      if (!this.options.goesLast(next)) return this.#leave(next);
      this.#slow.add(next, keysOf(next));
    }
    return undefined;
  }

  #leave(message: AcceptedEmails | undefined): AcceptedEmails | undefined {
    if (!message) return undefined;
    this.#rawIds.delete(message.rawId);
    this.#uncount(message);
    this.#bytes -= message.raw?.length ?? 0;
    waitingToParse.dec();
    return message;
  }

  #uncount(message: AcceptedEmails): void {
    const key = keysOf(message).join(' ');
    const left = (this.#counts.get(key) ?? 0) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}

/** A sender's messages to different mailboxes take turns, by the first mailbox of each. */
function keysOf({ envelope, emails }: AcceptedEmails): string[] {
  return [networkOf(envelope.clientAddress), String(emails[0]?.mailboxId ?? 0)];
}
