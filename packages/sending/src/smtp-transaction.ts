import { isAscii } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type SMTPConnection from 'nodemailer/lib/smtp-connection/index.js';
import type { TransportEnvelope, TransportOutcome } from './mail-transport.js';
import type { OpenHop, SmtpError } from './next-hop.js';

/** The message is passed on as the socket takes it, so that its end is not prepared long before it is sent. */
const CHUNK_BYTES = 64 * 1024;

/** `over` means that the delivery ended before its final dot. */
type Progress = 'envelope' | 'data' | 'over' | 'dot';
type Addressed = SMTPConnection.Envelope & { rejectedErrors?: readonly SmtpError[] };
type State = { progress: Progress };
type Judgement = Omit<TransportOutcome, 'position'>;

export type Transaction = {
  readonly envelope: TransportEnvelope;
  readonly content: Buffer;
  readonly beforeFinalDot: (positions: readonly number[]) => Promise<void>;
  /** Breaks off what has not reached its final dot; if the dot was sent, its reply gets another `stopMs`. */
  readonly signal: AbortSignal;
  readonly stopMs: number;
};

/**
 * Runs one SMTP transaction (RFC 5321 §3.3) over an open connection. The message is a stream that does not end before
 * `beforeFinalDot` has committed, so the final dot can't be sent earlier; and it never ends once the outcome is known
 * or the connection is broken, so a drop in mid-DATA is known to be one.
 */
export async function sendOver({ connection, extensions }: OpenHop, transaction: Transaction) {
  const { envelope, content, beforeFinalDot, signal, stopMs } = transaction;
  const { sender, recipients } = envelope;
  const refusal = unfit(extensions, envelope, content);
  if (refusal) return recipients.map(({ position }) => ({ position, ...refusal }));
  // The client adds to this whom the next hop refused.
  const addressed: Addressed = { from: sender, to: recipients.map(({ address }) => address), size: content.length };
  const refusalOf = (address: string) => addressed.rejectedErrors?.find((refused) => refused.recipient === address);
  const accepted = () => recipients.filter(({ address }) => !refusalOf(address)).map(({ position }) => position);
  const state: State = { progress: 'envelope' };
  const body = bodyOf(content, state, () => beforeFinalDot(accepted()));
  return new Promise<TransportOutcome[]>((resolve) => {
    let stopping: NodeJS.Timeout | undefined;
    const settle = (outcome: Judgement, senderRefused = false) => {
      if (state.progress !== 'dot') state.progress = 'over';
      clearTimeout(stopping);
      signal.removeEventListener('abort', onAbort);
      connection.off('end', onEnd);
      resolve(
        recipients.map(({ position, address }) => {
          // With PIPELINING, recipients are also refused because the sender was; that says nothing about them.
          const refused = senderRefused ? undefined : refusalOf(address);
          return refused ? { position, ...judgeFailure(refused, false), ownReply: true } : { position, ...outcome };
        }),
      );
    };
    const onEnd = () => {
      const mayBeTheirs = state.progress === 'dot';
      if (!mayBeTheirs) state.progress = 'over';
      // The error of `send` says more; if there is one, it comes in this turn.
      queueMicrotask(() => settle(unanswered(mayBeTheirs, 'The next hop closed the connection.')));
    };
    const onAbort = () => {
      if (state.progress === 'dot') stopping = setTimeout(() => connection.close(), stopMs);
      else connection.close();
    };
    connection.once('end', onEnd);
    signal.addEventListener('abort', onAbort);
    const message = Readable.from(body, { objectMode: false });
    addressed.use8BitMime = !isAscii(content);
    connection.send(addressed, message, (error: SmtpError | null, info?: { readonly response: string }) => {
      const { progress } = state;
      if (error) settle(judgeFailure(error, progress === 'dot'), error.command === 'MAIL FROM');
      else if (progress === 'dot') settle({ status: 'sent', smtpReply: info?.response ?? '' });
      else settle(unanswered(false, 'The next hop answered before the end of the message.'));
      // In mid-DATA anything else that we send would be taken for the message.
      if (progress === 'data') connection.close();
    });
    if (signal.aborted) onAbort();
  });
}

async function* bodyOf(content: Buffer, state: State, beforeFinalDot: () => Promise<void>) {
  advance(state, 'data');
  for (let start = 0; start < content.length; start += CHUNK_BYTES) {
    yield content.subarray(start, start + CHUNK_BYTES);
  }
  await beforeFinalDot();
  // This gives the socket a turn, since it may have news by now.
  await nextTurn();
  await nextTurn();
  if (!advance(state, 'dot')) throw new Error('The delivery ended before the message.');
}

/** A delivery that is over stays over. */
function advance(state: State, progress: Progress): boolean {
  if (state.progress !== 'over') state.progress = progress;
  return state.progress === progress;
}

/**
 * Names what the next hop would need to support but does not: we don't convert messages (RFC 6531 §3.2, RFC 6152 §3).
 */
function unfit(extensions: ReadonlySet<string>, envelope: TransportEnvelope, content: Buffer): Judgement | null {
  const addresses = [envelope.sender, ...envelope.recipients.map(({ address }) => address)];
  const eightBit = !isAscii(content);
  const header = eightBit ? content.subarray(0, content.indexOf('\r\n\r\n')) : content.subarray(0, 0);
  const international = !isAscii(header) || addresses.some((address) => /[^\u0000-\u007f]/.test(address));
  if (international && !extensions.has('SMTPUTF8')) {
    return { status: 'failed', smtpReply: '550 5.6.7 The next hop takes no addresses beyond ASCII (SMTPUTF8)' };
  }
  if (eightBit && !extensions.has('8BITMIME')) {
    return { status: 'failed', smtpReply: '554 5.6.3 The next hop takes no 8-bit content (8BITMIME)' };
  }
  return null;
}

function unanswered(mayBeTheirs: boolean, smtpReply: string): Judgement {
  return { status: mayBeTheirs ? 'unknown' : 'retry', smtpReply };
}

/** A reply decides; without one it matters whether the message may already be the next hop's. */
function judgeFailure({ responseCode, response, message }: SmtpError, mayBeTheirs: boolean): Judgement {
  if (responseCode === undefined || responseCode < 400) return unanswered(mayBeTheirs, message);
  return { status: responseCode >= 500 ? 'failed' : 'retry', smtpReply: response ?? message };
}
