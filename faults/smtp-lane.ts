import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { LoadMessage } from './message.js';

/** What a client knows about an attempt: `unanswered` means that its final dot may have been sent and got no reply. */
export type SmtpOutcome = 'accepted' | 'refused' | 'unanswered' | 'broken';

const CONNECT_MS = 5_000;
/** A client that has sent the final dot waits for ten minutes (RFC 5321 §4.5.3.2.6). */
const SILENCE_MS = 600_000;
/** How many messages go over one connection. */
const MAX_MESSAGES = 20;

/** A client that sends one message after the other and uses each connection for several. */
export class SmtpLane {
  #connection: SMTPConnection | undefined;
  #port = 0;
  #messages = 0;

  async send(port: number, sender: string, recipient: string, message: LoadMessage): Promise<SmtpOutcome> {
    let connection;
    try {
      connection = await this.#connect(port);
    } catch {
      this.close();
      return 'broken';
    }
    const outcome = await transact(connection, sender, recipient, message);
    this.#messages += 1;
    if (outcome !== 'accepted' || this.#messages >= MAX_MESSAGES) this.close();
    return outcome;
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #connect(port: number): Promise<SMTPConnection> {
    if (this.#connection && this.#port === port) return this.#connection;
    this.close();
    const options = { host: '127.0.0.1', port, ignoreTLS: true, connectionTimeout: CONNECT_MS };
    const connection = new SMTPConnection({ ...options, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS });
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('The connection ended.')));
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    connection.on('error', () => {});
    connection.once('end', () => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    this.#connection = connection;
    this.#port = port;
    this.#messages = 0;
    return connection;
  }
}

/** The dot follows the end of the stream, so a stream not read to its end was never completed. */
async function transact(
  connection: SMTPConnection,
  from: string,
  to: string,
  { content }: LoadMessage,
): Promise<SmtpOutcome> {
  let dotMayBeSent = false;
  const body = Readable.from(
    (function* () {
      yield content;
      dotMayBeSent = true;
    })(),
    { objectMode: false },
  );
  return new Promise((resolve) => {
    const lost = () => resolve(dotMayBeSent ? 'unanswered' : 'broken');
    connection.once('end', lost);
    connection.send({ from, to: [to] }, body, (error) => {
      connection.off('end', lost);
      if (!error) resolve('accepted');
      else if ((error.responseCode ?? 0) >= 400) resolve('refused');
      else lost();
    });
  });
}
