import type { ContentBuffer } from './content.buffer.js';
import { RECEIVED_LOOP } from './data.replies.js';
import type { Envelope } from './envelope.js';
import { hasMoreReceivedThan } from './header-block.js';
import type { InFlightBudget } from './in-flight.budget.js';
import type { MailTransactions, SmtpSession } from './mail-transactions.js';
import { smtpReply, type SmtpReply } from './smtp-reply.js';
import type { SmtpServerOptions } from './smtp-server.options.js';

/** What one session shares with all others of its server. */
export type SessionContext = {
  readonly options: SmtpServerOptions;
  readonly transactions: MailTransactions;
  readonly budget: InFlightBudget;
};

/** What one session has said so far, and its calls to MailTransactions. */
export class SessionState {
  /** Null outside a mail transaction. */
  envelope: Envelope | null = null;
  #session: SmtpSession;
  #transactions = 0;

  constructor(
    readonly context: SessionContext,
    session: SmtpSession,
  ) {
    this.#session = session;
  }

  get session(): SmtpSession {
    return this.#session;
  }

  get options(): SmtpServerOptions {
    return this.context.options;
  }

  /** Whether STARTTLS can be used now. */
  get offersTls(): boolean {
    return this.options.tls !== null && this.#session.tls === null;
  }

  /** HELO or EHLO: greets, and drops an open transaction (RFC 5321 §4.1.4). */
  greet(helo: string, esmtp: boolean): void {
    this.#session = { ...this.#session, helo, esmtp };
    this.envelope = null;
  }

  /** Once TLS is up, everything said in plain text is forgotten (RFC 3207 §4.2). */
  secured(tls: SmtpSession['tls']): void {
    this.#session = { ...this.#session, helo: '', esmtp: false, tls };
    this.envelope = null;
  }

  nextTransactionId(): string {
    this.#transactions += 1;
    return `${this.#session.id}-${this.#transactions}`;
  }

  /** Hands the message over and ends the transaction; never rejects. */
  accept(pieces: ContentBuffer, rawId: string): Promise<SmtpReply> {
    const { envelope, session, options } = this;
    if (envelope === null) throw new Error('a message without a transaction');
    this.envelope = null;
    const { id, sender, smtputf8, recipients } = envelope;
    return this.guarded(async () => {
      const content = await pieces.joined();
      if (hasMoreReceivedThan(content, options.maxReceivedHeaders)) return RECEIVED_LOOP;
      return this.context.transactions.accept({ session, sender, recipients, content, smtputf8, id, rawId });
    });
  }

  /** Our own failures are temporary to the client, so that no mail is lost. */
  async guarded(call: () => Promise<SmtpReply>): Promise<SmtpReply> {
    try {
      return await call();
    } catch (error) {
      this.options.onError?.(error, this.#session);
      return smtpReply(451, '4.3.0', 'Temporary failure, try again later');
    }
  }
}
