import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SmtpReply } from './smtp-client/reply-reader.js';
import { whyBrokenOff } from './deliveries-under-way.js';
import { signIn, type Credentials } from './smtp-client/sign-in.js';
import { SessionEndedError, SmtpSession } from './smtp-client/smtp-session.js';

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
  readonly credentials: Credentials | null;
  /** Whether the operator chose it; what it demands of a client is then for the operator to set right. */
  readonly isRelay: boolean;
  /** Our name in EHLO. */
  readonly name: string;
  readonly limits: TimeLimits;
};

/** A next hop that is ready for a message. */
export type OpenHop = {
  readonly session: SmtpSession;
  /** The keywords of its EHLO reply, with what follows each. */
  readonly extensions: Extensions;
  /** Whether a demand for TLS or a sign-in (530) may be met later: by the operator, or by a handshake that does not fail. */
  readonly mayAdmitLater: boolean;
  /** Whether it still has a transaction that ended without a message. */
  hasOpenTransaction: boolean;
};
export type Extensions = ReadonlyMap<string, string>;

/**
 * Why a connection could not be used: after `tls` the caller may try again in the clear; `refused` means that the host
 * does not admit us, whatever the message; `permanent` is said of a domain that has no host to connect to.
 */
export class NextHopError extends Error {
  override readonly name = 'NextHopError';

  constructor(
    readonly kind: 'tls' | 'temporary' | 'refused' | 'permanent',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Connects, greets and signs in, until `signal` breaks it off. @throws NextHopError */
export async function connectTo(hop: NextHop, signal: AbortSignal): Promise<OpenHop> {
  if (signal.aborted) throw new NextHopError('temporary', whyBrokenOff(signal));
  const { connectMs, silenceMs } = hop.limits;
  const session = new SmtpSession(open(hop), silenceMs);
  // This also stops a host that trickles through all of greeting, EHLO and AUTH.
  const late = `The next hop was not ready for a message within ${connectMs / 1_000} seconds.`;
  const limit = setTimeout(() => session.close(late), connectMs);
  const breakOff = () => session.close(whyBrokenOff(signal));
  signal.addEventListener('abort', breakOff);
  try {
    const extensions = await ready(session, hop);
    const mayAdmitLater = hop.isRelay || hop.withoutTls === true;
    return { session, extensions, mayAdmitLater, hasOpenTransaction: false };
  } catch (error) {
    session.close();
    throw asHopError(error);
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', breakOff);
  }
}

function open({ host, port, secure, verifyTls }: NextHop): Socket {
  return secure ? connectTls({ port, ...tlsOptions(host, verifyTls) }) : connect({ host, port });
}

function tlsOptions(host: string, verifyTls: boolean) {
  return { host, rejectUnauthorized: verifyTls, ...(isIP(host) === 0 && { servername: host }) };
}

/** Resolves with the extensions, once it is secured as far as that goes, and signed in if there are credentials. */
async function ready(session: SmtpSession, hop: NextHop): Promise<Extensions> {
  accept(await session.reply());
  let extensions = await greet(session, hop.name);
  if (!hop.secure && !hop.withoutTls && extensions.has('STARTTLS')) {
    await startTls(session, hop);
    extensions = await greet(session, hop.name);
  }
  if (!hop.credentials) return extensions;
  accept(await signIn(session, extensions.get('AUTH') ?? '', hop.credentials));
  return extensions;
}

async function greet(session: SmtpSession, name: string): Promise<Extensions> {
  const reply = await session.tell(`EHLO ${name}`);
  if (isPositive(reply)) return extensionsOf(reply.text);
  // Whoever knows no EHLO has no extensions.
  accept(await session.tell(`HELO ${name}`));
  return new Map();
}

async function startTls(session: SmtpSession, { host, verifyTls }: NextHop): Promise<void> {
  const reply = await session.tell('STARTTLS');
  if (!isPositive(reply)) throw new NextHopError('tls', reply.text);
  const secure = (socket: Socket) =>
    new Promise<Socket>((resolve, reject) => {
      const secured = connectTls({ socket, ...tlsOptions(host, verifyTls) }, () => resolve(secured));
      secured.once('error', reject);
      socket.once('close', () => reject(new Error('The next hop closed the connection.')));
    });
  await session.upgrade(secure).catch((error: Error) => {
    if (error instanceof SessionEndedError) throw error;
    throw new NextHopError('tls', error.message, { cause: error });
  });
}

/** The keywords of an EHLO reply, whose first line only greets (RFC 5321 §4.1.1.1). */
function extensionsOf(reply: string): Extensions {
  const lines = reply.split('\n').slice(1);
  const found = lines.flatMap((line) => {
    const [, keyword, parameters = ''] = /^\d{3}[ -]([\w-]+)(?:[ =](.*))?/.exec(line) ?? [];
    return keyword === undefined ? [] : [[keyword.toUpperCase(), parameters] as const];
  });
  return new Map(found);
}

export const isPositive = ({ code }: SmtpReply): boolean => code >= 200 && code < 300;

/** @throws NextHopError if the reply is a refusal */
function accept(reply: SmtpReply): void {
  if (!isPositive(reply)) throw new NextHopError(reply.code >= 500 ? 'refused' : 'temporary', reply.text);
}

function asHopError(error: unknown): NextHopError {
  if (error instanceof NextHopError) return error;
  const message = error instanceof Error ? error.message : String(error);
  // A reply that mentions TLS is the host's own; an error without a reply comes from a handshake that failed.
  const isReply = error instanceof SessionEndedError && error.reply !== null;
  const kind = !isReply && /ssl|tls|certificate/i.test(message) ? 'tls' : 'temporary';
  return new NextHopError(kind, message, { cause: error });
}
