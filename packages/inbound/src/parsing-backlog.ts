import type { AcceptedEmails } from './accepted-emails.js';
import { waitingToParse } from './inbound-metrics.js';

export type ParsingBacklogOptions = {
  readonly maxMessages: number;
  /** Of contents kept in memory; messages beyond it are kept by their ids alone. */
  readonly maxBytes: number;
};

/** Accepted messages that wait for a parser, oldest first. All of them are durable: it may forget any at any time. */
export class ParsingBacklog {
  /** Newest last. */
  #arrived: AcceptedEmails[] = [];
  /** Oldest last; all older than those that arrived since. */
  #leaving: AcceptedEmails[] = [];
  #bytes = 0;

  constructor(private readonly options: ParsingBacklogOptions) {}

  get size(): number {
    return this.#arrived.length + this.#leaving.length;
  }

  /** The one that is taken next. */
  get oldest(): AcceptedEmails | undefined {
    return this.#leaving.at(-1) ?? this.#arrived[0];
  }

  /** 0 empty, 1 full. */
  get fill(): number {
    return this.size / this.options.maxMessages;
  }

  /** False when it is full. */
  add(message: AcceptedEmails): boolean {
    if (this.size >= this.options.maxMessages) return false;
    const bytes = message.raw?.length ?? 0;
    const fits = this.#bytes + bytes <= this.options.maxBytes;
    this.#arrived.push(fits ? message : { ...message, raw: null });
    if (fits) this.#bytes += bytes;
    waitingToParse.inc();
    return true;
  }

  /** The oldest one, which is then no longer in it. */
  take(): AcceptedEmails | undefined {
    if (this.#leaving.length === 0) {
      this.#leaving = this.#arrived.reverse();
      this.#arrived = [];
    }
    const oldest = this.#leaving.pop();
    if (oldest) waitingToParse.dec();
    this.#bytes -= oldest?.raw?.length ?? 0;
    return oldest;
  }

  /** Empties it, and returns the ids of what was in it. */
  clear(): string[] {
    const messages = [...this.#leaving, ...this.#arrived];
    this.#leaving = [];
    this.#arrived = [];
    this.#bytes = 0;
    waitingToParse.dec(messages.length);
    return messages.map(({ rawId }) => rawId);
  }
}
