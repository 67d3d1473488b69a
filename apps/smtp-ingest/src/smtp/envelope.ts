import { canonicalAddress, type EmailAddress } from '@mailroom/mail';
import type { SmtpReply } from './smtp-reply.js';

type Recipient = { readonly address: string; readonly reply: Promise<SmtpReply>; state: 'asked' | 'admitted' };

/** What MAIL and RCPT have said so far. Recipients keep the order of their commands, not of their answers. */
export class Envelope {
  readonly #recipients = new Map<string, Recipient>();
  #asked = 0;
  /** RCPT commands that made it to an answer of MailTransactions. */
  attempts = 0;

  constructor(
    readonly id: string,
    /** null is the null reverse-path. */
    readonly sender: string | null,
    readonly smtputf8: boolean,
  ) {}

  /** Recipients whose answer is still awaited. */
  get asked(): number {
    return this.#asked;
  }

  /** Recipients admitted or still awaited. */
  get size(): number {
    return this.#recipients.size;
  }

  /** Addresses admitted, in the order given. */
  get recipients(): string[] {
    return [...this.#recipients.values()].filter(({ state }) => state === 'admitted').map(({ address }) => address);
  }

  /** The answer for a recipient that was named before and not refused. */
  answerFor(recipient: EmailAddress): Promise<SmtpReply> | null {
    return this.#recipients.get(canonicalAddress(recipient))?.reply ?? null;
  }

  /** Asks for a recipient; a refused one may be named again. `ask` never rejects. */
  add(recipient: EmailAddress, ask: () => Promise<SmtpReply>): Promise<SmtpReply> {
    const key = canonicalAddress(recipient);
    this.#asked += 1;
    this.attempts += 1;
    const reply = ask().then((answer) => {
      this.#asked -= 1;
      if (answer.code >= 200 && answer.code < 300) entry.state = 'admitted';
      else this.#recipients.delete(key);
      return answer;
    });
    const entry: Recipient = { address: recipient.address, reply, state: 'asked' };
    this.#recipients.set(key, entry);
    return reply;
  }
}
