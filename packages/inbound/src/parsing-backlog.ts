import { networkOf } from '@mailroom/network';
import type { AcceptedEmails } from './accepted-emails.js';
import { FairQueue } from './fair-queue.js';
import { waitingToParse } from './inbound-metrics.js';

export type ParsingBacklogOptions = {
  readonly maxMessages: number;
  /** The limit on contents kept in memory; beyond it, only the ids of messages are kept. */
  readonly maxBytes: number;
  /** Whether a message waits until no other does; called when its turn comes. */
  readonly goesLast: (message: AcceptedEmails) => boolean;
};

/**
 * Accepted messages that wait for a parser: networks take turns, and so do the mailboxes to which each network writes.
 * All of the messages are durable, so the backlog may forget any of them at any time.
 */
export class ParsingBacklog {
  #ordinary = new FairQueue<AcceptedEmails>();
  #slow = new FairQueue<AcceptedEmails>();
  /** All messages by their ids, oldest first. */
  readonly #all = new Map<string, AcceptedEmails>();
  #bytes = 0;

  constructor(private readonly options: ParsingBacklogOptions) {}

  get size(): number {
    return this.#all.size;
  }

  get oldest(): AcceptedEmails | undefined {
    const [oldest] = this.#all.values();
    return oldest;
  }

  /** 0 is empty, 1 is full. */
  get fill(): number {
    return this.size / this.options.maxMessages;
  }

  has(rawId: string): boolean {
    return this.#all.has(rawId);
  }

  /** Returns false if the backlog is full. */
  add(message: AcceptedEmails): boolean {
    if (this.size >= this.options.maxMessages) return false;
    const bytes = message.raw?.length ?? 0;
    const fits = this.#bytes + bytes <= this.options.maxBytes;
    const kept = fits ? message : { ...message, raw: null };
    this.#ordinary.add(kept, keysOf(kept));
    this.#all.set(kept.rawId, kept);
    if (fits) this.#bytes += bytes;
    waitingToParse.inc();
    return true;
  }

  /** Removes and returns the message whose turn it is. */
  take(): AcceptedEmails | undefined {
    for (let next = this.#ordinary.take(); next; next = this.#ordinary.take()) {
      if (!this.options.goesLast(next)) return this.#leave(next);
      this.#slow.add(next, keysOf(next));
    }
    return undefined;
  }

  /** Removes and returns one of the messages that go last. */
  takeSlow(): AcceptedEmails | undefined {
    return this.#leave(this.#slow.take());
  }

  /** Empties the backlog and returns the ids of the messages that were in it. */
  clear(): string[] {
    const rawIds = [...this.#all.keys()];
    this.#ordinary = new FairQueue();
    this.#slow = new FairQueue();
    this.#all.clear();
    this.#bytes = 0;
    waitingToParse.dec(rawIds.length);
    return rawIds;
  }

  #leave(message: AcceptedEmails | undefined): AcceptedEmails | undefined {
    if (!message) return undefined;
    this.#all.delete(message.rawId);
    this.#bytes -= message.raw?.length ?? 0;
    waitingToParse.dec();
    return message;
  }
}

function keysOf({ envelope, mailboxId }: AcceptedEmails): string[] {
  return [networkOf(envelope.clientAddress), String(mailboxId)];
}
