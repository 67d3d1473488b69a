import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { TransportEnvelope, TransportOutcome } from './mail-transport.js';

export type NextHop = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Never STARTTLS, for a host whose TLS has just failed. */
  readonly withoutTls?: boolean;
  /** Whether the certificate must be good: for a relay with TLS that the operator chose. */
  readonly verifyTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Our name in EHLO. */
  readonly name: string;
};

type SmtpError = Error & {
  code?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  recipient?: string | undefined;
};

const CONNECT_MS = 30_000;
/** RFC 5321 §4.5.3.2.6 gives the reply to the final dot ten minutes. */
const SOCKET_MS = 600_000;
/** Handed on as the socket takes them, so that the end of the message is not prepared long before it is sent. */
const CHUNK_BYTES = 64 * 1024;

/** Why a connection could not be used; `tls` asks for another try in the clear. */
export class NextHopError extends Error {
  override readonly name = 'NextHopError';

  constructor(
    readonly kind: 'tls' | 'temporary' | 'permanent',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Connects, greets and signs in. @throws NextHopError */
export async function connectTo(hop: NextHop): Promise<SMTPConnection> {
  const connection = new SMTPConnection({
    host: hop.host,
    port: hop.port,
    secure: hop.secure,
    ignoreTLS: hop.withoutTls ?? false,
    opportunisticTLS: !hop.secure && !hop.verifyTls,
    tls: { rejectUnauthorized: hop.verifyTls },
    name: hop.name,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('The next hop closed the connection.')));
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (hop.credentials) await signIn(connection, hop.credentials);
    connection.on('error', () => {});
    return connection;
  } catch (error) {
    connection.on('error', () => {});
    connection.close();
    throw asHopError(error);
  }
}

function signIn(connection: SMTPConnection, { user, pass }: { user: string; pass: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login({ user, pass, credentials: { user, pass } }, (error) => (error ? reject(error) : resolve()));
  });
}

function asHopError(error: unknown): NextHopError {
  const { code, responseCode, message, response } = error as SmtpError;
  if (code === 'ETLS' || /ssl|tls|certificate/i.test(message))
    return new NextHopError('tls', message, { cause: error });
  const permanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return new NextHopError(permanent ? 'permanent' : 'temporary', response ?? message, { cause: error });
}

/**
 * One SMTP transaction (RFC 5321 §3.3) over an open connection. The message is a stream that does not end before
 * `beforeFinalDot` has committed, so the final dot can't be sent earlier; and it never ends when the connection broke
 * before that, so a drop in mid-DATA is known to be one.
 */
export async function sendOver(
  connection: SMTPConnection,
  { sender, recipients }: TransportEnvelope,
  content: Buffer,
  beforeFinalDot: (positions: readonly number[]) => Promise<void>,
): Promise<TransportOutcome[]> {
  let progress: 'data' | 'dropped' | 'dot' = 'data';
  async function* body(): AsyncGenerator<Buffer> {
    for (let start = 0; start < content.length; start += CHUNK_BYTES) {
      yield content.subarray(start, start + CHUNK_BYTES);
    }
    await beforeFinalDot(recipients.map(({ position }) => position));
    // A turn for the socket, which may have news by now.
    await nextTurn();
    await nextTurn();
    if (progress === 'dropped') throw new Error('The next hop closed the connection before the end of the message.');
    progress = 'dot';
  }
  const envelope = { from: sender, to: recipients.map(({ address }) => address), size: content.length };
  return new Promise((resolve) => {
    const settle = (judge: (address: string) => Omit<TransportOutcome, 'position'>) => {
      resolve(recipients.map(({ position, address }) => ({ position, ...judge(address) })));
    };
    const onDrop = () => {
      const mayBeTheirs = progress === 'dot';
      progress = 'dropped';
      settle(() => dropped(mayBeTheirs));
    };
    connection.once('end', onDrop);
    connection.send(envelope, Readable.from(body(), { objectMode: false }), (error: SmtpError | null, info) => {
      connection.off('end', onDrop);
      const rejected = new Map(
        (info?.rejectedErrors ?? errorsOf(error)).map((failure) => [failure.recipient, failure]),
      );
      settle((address) => {
        const failure = rejected.get(address) ?? error;
        return failure
          ? judgeFailure(failure, progress === 'dot')
          : { status: 'sent', smtpReply: info?.response ?? '' };
      });
    });
  });
}

function errorsOf(error: SmtpError | null): SmtpError[] {
  return (error as { rejectedErrors?: SmtpError[] } | null)?.rejectedErrors ?? [];
}

function dropped(mayBeTheirs: boolean): Omit<TransportOutcome, 'position'> {
  const smtpReply = 'The next hop closed the connection without a reply.';
  return { status: mayBeTheirs ? 'unknown' : 'retry', smtpReply };
}

/** A reply decides; without one it depends on whether the message may already be the next hop's. */
function judgeFailure(error: SmtpError, mayBeTheirs: boolean): Omit<TransportOutcome, 'position'> {
  const { responseCode, response, message } = error;
  if (responseCode === undefined || responseCode < 400) {
    return { status: mayBeTheirs ? 'unknown' : 'retry', smtpReply: message };
  }
  return { status: responseCode >= 500 ? 'failed' : 'retry', smtpReply: response ?? message };
}
