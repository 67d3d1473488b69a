import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';

/** How long a next hop may take, in milliseconds. */
export type TimeLimits = {
  /** The time from the look-up of its name until it is ready for a message. */
  readonly connectMs: number;
  /** The longest silence during a message. RFC 5321 §4.5.3.2.6 allows ten minutes for the reply to the final dot. */
  readonly silenceMs: number;
  /** The time for a whole message, however slowly it trickles; it is less than the lease of the job. */
  readonly deliveryMs: number;
  /** How long we wait for the reply to a final dot that was sent, when we stop. */
  readonly stopMs: number;
};

export const defaultTimeLimits: TimeLimits = {
  connectMs: 30_000,
  silenceMs: 600_000,
  deliveryMs: 840_000,
  stopMs: 5_000,
};

export type NextHop = {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the first byte. */
  readonly secure: boolean;
  /** Never use STARTTLS, because the host's TLS has just failed. */
  readonly withoutTls?: boolean;
  /** Whether the certificate must be valid; this is so for a relay with TLS that the operator chose. */
  readonly verifyTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  /** Our name in EHLO. */
  readonly name: string;
  readonly limits: TimeLimits;
};

/** A next hop that is ready for a message, and the keywords of its EHLO reply. */
export type OpenHop = { readonly connection: SMTPConnection; readonly extensions: ReadonlySet<string> };

export type SmtpError = Error & {
  code?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  recipient?: string | undefined;
  /** The command that was answered: `MAIL FROM`, `RCPT TO`, `DATA` … */
  command?: string | undefined;
};

/** Why a connection could not be used; after `tls` the caller may try again in the clear. */
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

/** Connects, greets and signs in, until `signal` breaks it off. @throws NextHopError */
export async function connectTo(hop: NextHop, signal: AbortSignal): Promise<OpenHop> {
  const { connectMs, silenceMs } = hop.limits;
  const connection = new SMTPConnection({
    host: hop.host,
    port: hop.port,
    secure: hop.secure,
    ignoreTLS: hop.withoutTls ?? false,
    tls: { rejectUnauthorized: hop.verifyTls },
    name: hop.name,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
  });
  // Greeting, EHLO and AUTH each have their own limit; this one stops a host that trickles through all of them.
  const limit = setTimeout(() => connection.close(), connectMs);
  const breakOff = () => connection.close();
  signal.addEventListener('abort', breakOff);
  try {
    if (signal.aborted) throw new Error('The delivery was broken off.');
    return { connection, extensions: await ready(connection, hop.credentials) };
  } catch (error) {
    connection.close();
    throw asHopError(error);
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', breakOff);
  }
}

/** Resolves with the extensions, once signed in if there are credentials. */
function ready(connection: SMTPConnection, credentials: NextHop['credentials']): Promise<ReadonlySet<string>> {
  return new Promise((resolve, reject) => {
    // The listener stays for good: later errors are reported to whoever sends at that time.
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('The next hop did not get as far as being ready.')));
    connection.connect((error) => {
      if (error) return reject(error);
      const extensions = extensionsOf(connection.lastServerResponse || '');
      if (!credentials) return resolve(extensions);
      connection.login({ ...credentials, credentials }, (refusal) => (refusal ? reject(refusal) : resolve(extensions)));
    });
  });
}

/** The keywords of an EHLO reply, whose first line only greets (RFC 5321 §4.1.1.1). */
function extensionsOf(reply: string): Set<string> {
  const lines = reply.split('\n').slice(1);
  return new Set(lines.flatMap((line) => /^\d{3}[ -]([\w-]+)/.exec(line)?.[1]?.toUpperCase() ?? []));
}

function asHopError(error: unknown): NextHopError {
  const { code, responseCode, message, response } = error as SmtpError;
  // A reply that mentions TLS is the host's own; an error without a reply comes from a handshake that failed.
  if (code === 'ETLS' || (responseCode === undefined && /ssl|tls|certificate/i.test(message))) {
    return new NextHopError('tls', message, { cause: error });
  }
  const permanent = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH';
  return new NextHopError(permanent ? 'permanent' : 'temporary', response ?? message, { cause: error });
}
