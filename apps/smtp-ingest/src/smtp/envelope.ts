import { canonicalAddress, type EmailAddress } from '@mailroom/mail';
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
    /** null is the null reverse-path. */
    readonly sender: string | null,
    readonly smtputf8: boolean,
  ) {}

  /** Recipients whose answer is awaited. */
  get asked(): number {
    return this.#asked;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Recipients admitted or awaited. */
  get size(): number {
    return this.#recipients.size;
  }

  /** Addresses as given, in that order. Complete once none is awaited. */
  get recipients(): string[] {
    return Array.from(this.#recipients.values(), ({ address }) => address);
  }

  /** The answer to a recipient named before and not refused, null where there was none, 'asked' where it is awaited. */
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
