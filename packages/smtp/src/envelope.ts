import { canonicalAddress, type EmailAddress } from '@mailroom/message';
import type { SmtpReply } from './smtp-reply.js';

/** `reply` is null while it is awaited. */
type Recipient = { readonly address: string; reply: SmtpReply | null };

/** What MAIL and RCPT have said so far. Recipients keep the order of their commands, not of their answers. */
export class Envelope {
  readonly #recipients = new Map<string, Recipient>();
  #asked = 0;
  #refused = 0;

  constructor(
    readonly id: string,
    /** Null means the null reverse-path. */
    readonly sender: string | null,
    readonly smtputf8: boolean,
  ) {}

  /** The number of recipients whose answer is pending. */
  get asked(): number {
    return this.#asked;
  }

  get refused(): number {
    return this.#refused;
  }

  /** The number of recipients that are admitted or pending. */
  get size(): number {
    return this.#recipients.size;
  }

  /** The addresses as given, in the order of their commands. The list is complete once none is pending. */
  get recipients(): string[] {
    return Array.from(this.#recipients.values(), ({ address }) => address);
  }

  /**
   * The answer to a recipient that was named before and not refused; null if there was none, 'asked' while it is
   * pending.
   */
  replyTo(recipient: EmailAddress): SmtpReply | 'asked' | null {
    const known = this.#recipients.get(canonicalAddress(recipient));
    return known === undefined ? null : (known.reply ?? 'asked');
  }

  /** Adds a recipient unless `reply`, which never rejects, refuses it; a refused one may be named again. */
  async add(recipient: EmailAddress, reply: Promise<SmtpReply>): Promise<SmtpReply> {
    const key = canonicalAddress(recipient);
    const entry: Recipient = { address: recipient.address, reply: null };
    this.#recipients.set(key, entry);
    this.#asked += 1;
    entry.reply = await reply;
    this.#asked -= 1;
    if (entry.reply.code >= 200 && entry.reply.code < 300) return entry.reply;
    this.#recipients.delete(key);
    this.#refused += 1;
    return entry.reply;
  }
}
