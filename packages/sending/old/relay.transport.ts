import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import { MailTransport, type TransportEnvelope, type TransportOutcome } from './mail-transport.js';
import { connectTo, NextHopError, sendOver, type NextHop } from './smtp-transaction.js';

const MAX_IDLE = 10;
const IDLE_MS = 20_000;
const MAX_MESSAGES = 100;

type Idle = { readonly connection: SMTPConnection; readonly messages: number; readonly timer: NodeJS.Timeout };

/** Everything goes to one smarthost, over connections that are kept open between messages. */
export class RelayTransport extends MailTransport {
  readonly #idle: Idle[] = [];
  readonly #hop: NextHop;

  /** `smtp://` with opportunistic STARTTLS, `smtps://` with TLS that must be good. */
  constructor(url: string, name: string) {
    super();
    const { protocol, hostname, port, username, password } = new URL(url);
    const secure = protocol === 'smtps:';
    const user = decodeURIComponent(username);
    this.#hop = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 465 : 25),
      secure,
      verifyTls: secure,
      credentials: user === '' ? null : { user, pass: decodeURIComponent(password) },
      name,
    };
  }

  override async deliver(
    envelope: TransportEnvelope,
    content: Buffer,
    beforeFinalDot: (positions: readonly number[]) => Promise<void>,
  ): Promise<TransportOutcome[]> {
    try {
      const { connection, messages } = await this.#open();
      const outcomes = await sendOver(connection, envelope, content, beforeFinalDot);
      this.#keep(connection, messages + 1, outcomes);
      return outcomes;
    } catch (error) {
      if (!(error instanceof NextHopError)) throw error;
      const status = error.kind === 'permanent' ? 'failed' : 'retry';
      return envelope.recipients.map(({ position }) => ({ position, status, smtpReply: error.message }));
    }
  }

  override async close(): Promise<void> {
    for (const { connection, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      connection.quit();
    }
  }

  async #open(): Promise<{ connection: SMTPConnection; messages: number }> {
    const kept = this.#idle.pop();
    if (kept) {
      clearTimeout(kept.timer);
      return kept;
    }
    return { connection: await this.#connect(), messages: 0 };
  }

  async #connect(): Promise<SMTPConnection> {
    try {
      return await connectTo(this.#hop);
    } catch (error) {
      const plain = error instanceof NextHopError && error.kind === 'tls' && !this.#hop.secure;
      if (!plain || this.#hop.credentials) throw error;
      return connectTo({ ...this.#hop, withoutTls: true });
    }
  }

  #keep(connection: SMTPConnection, messages: number, outcomes: readonly TransportOutcome[]): void {
    const sound = outcomes.every(({ status }) => status === 'sent');
    if (!sound || messages >= MAX_MESSAGES || this.#idle.length >= MAX_IDLE) return connection.quit();
    const drop = () => {
      const at = this.#idle.findIndex((idle) => idle.connection === connection);
      if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer);
      connection.close();
    };
    connection.once('end', drop);
    this.#idle.push({ connection, messages, timer: setTimeout(drop, IDLE_MS).unref() });
  }
}
