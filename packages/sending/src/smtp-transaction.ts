import { isAscii } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { whyBrokenOff } from './deliveries-under-way.js';
import type { TransportEnvelope, TransportOutcome, TransportRecipient } from './mail-transport.js';
import { isPositive, type Extensions, type OpenHop } from './next-hop.js';
import { dotStuffed } from './smtp-client/dot-stuffing.js';
import type { SmtpReply } from './smtp-client/reply-reader.js';
import { SessionEndedError, type SmtpSession } from './smtp-client/smtp-session.js';

type Judgement = Omit<TransportOutcome, 'position'>;

export type Transaction = {
  readonly envelope: TransportEnvelope;
  readonly content: Buffer;
  readonly beforeFinalDot: (positions: readonly number[]) => Promise<void>;
  /** Breaks off what has not reached its final dot; if the dot was sent, its reply gets another `stopMs`. */
  readonly signal: AbortSignal;
  readonly stopMs: number;
};

/** Runs one SMTP transaction (RFC 5321 §3.3) over an open connection. */
export async function sendOver(hop: OpenHop, transaction: Transaction): Promise<TransportOutcome[]> {
  const { envelope, content } = transaction;
  const refusal = unfit(hop.extensions, envelope, content);
  if (refusal) return envelope.recipients.map(({ position }) => ({ position, ...refusal }));
  return new SmtpTransaction(hop, transaction).run();
}

/** The next hop demands TLS or a sign-in (RFC 3207 §4, RFC 4954 §6), which says nothing of the message. */
export function lacksAdmission({ status, smtpReply }: Pick<TransportOutcome, 'status' | 'smtpReply'>): boolean {
  return status === 'retry' && smtpReply.startsWith('530');
}

class SmtpTransaction {
  /** What the next hop said to the sender, if it refused it: then nothing that it says to the rest concerns the rest. */
  #senderRefusal: SmtpReply | null = null;
  readonly #refusals = new Map<TransportRecipient, SmtpReply>();
  /** Whether the final dot was sent: from then on the message may be the next hop's. */
  #mayBeTheirs = false;

  readonly #session: SmtpSession;

  constructor(
    private readonly hop: OpenHop,
    private readonly transaction: Transaction,
  ) {
    this.#session = hop.session;
  }

  async run(): Promise<TransportOutcome[]> {
    const { signal, stopMs, envelope } = this.transaction;
    let stopping: NodeJS.Timeout | undefined;
    const onAbort = () => {
      const leave = () => this.#session.close(whyBrokenOff(signal));
      if (this.#mayBeTheirs) stopping = setTimeout(leave, stopMs);
      else leave();
    };
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    try {
      const judgement = await this.#converse().catch((error: unknown) => this.#judgeEnd(error));
      return envelope.recipients.map((recipient) => this.#outcomeOf(recipient, judgement));
    } finally {
      clearTimeout(stopping);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Returns what becomes of the recipients that were not refused. */
  async #converse(): Promise<Judgement> {
    await this.#forgetLast();
    this.hop.hasOpenTransaction = true;
    const goAhead = await this.#address();
    if (goAhead === null) return unanswered(false, 'The next hop refused the envelope.');
    if (goAhead.code !== 354) {
      // Who says neither yes nor no may believe that the message comes.
      if (goAhead.code < 400) this.#session.close();
      return this.#judge(goAhead, false);
    }
    return this.#hand();
  }

  /** A refusal leaves a transaction behind, within which there can't be another MAIL (RFC 5321 §4.1.4). */
  async #forgetLast(): Promise<void> {
    if (!this.hop.hasOpenTransaction || isPositive(await this.#session.tell('RSET'))) return;
    const why = 'The next hop did not give up the transaction before.';
    this.#session.close(why);
    throw new SessionEndedError(why);
  }

  /**
   * Sends the envelope: all at once to whoever offers that (RFC 2920), otherwise step by step. Returns the reply to DATA,
   * or null if the message has nobody to go to.
   */
  async #address(): Promise<SmtpReply | null> {
    const session = this.#session;
    const { recipients } = this.transaction.envelope;
    const commands = [this.#mailFrom(), ...recipients.map(({ address }) => `RCPT TO:<${address}>`), 'DATA'];
    const isPipelined = this.hop.extensions.has('PIPELINING');
    const replies = isPipelined ? session.ask(commands) : [];
    const replyTo = (index: number) => replies[index] ?? session.tell(commands[index] ?? '');
    const answer = await replyTo(0);
    if (!isPositive(answer)) this.#senderRefusal = answer;
    if (this.#senderRefusal && !isPipelined) return null;
    for (const [index, recipient] of recipients.entries()) {
      const reply = await replyTo(index + 1);
      if (!isPositive(reply)) this.#refusals.set(recipient, reply);
    }
    const hasNobody = this.#senderRefusal !== null || this.#refusals.size === recipients.length;
    if (hasNobody && !isPipelined) return null;
    const goAhead = await replyTo(commands.length - 1);
    if (!hasNobody) return goAhead;
    if (goAhead.code < 400) await this.#endWithoutMessage();
    return null;
  }

  /** The next hop took DATA although nobody is to have the message: an empty one has nobody to go to either (RFC 2920 §3.1). */
  async #endWithoutMessage(): Promise<void> {
    // A host that forgot that it refused the sender can't be trusted to forget the empty message.
    if (this.#senderRefusal) this.#session.close();
    else await this.#session.tell('.');
  }

  #mailFrom(): string {
    const { envelope, content } = this.transaction;
    const parameters = [
      ...(isInternational(envelope, content) ? ['SMTPUTF8'] : []),
      ...(isAscii(content) ? [] : ['BODY=8BITMIME']),
      ...(this.hop.extensions.has('SIZE') ? [`SIZE=${content.length}`] : []),
    ];
    return [`MAIL FROM:<${envelope.sender}>`, ...parameters].join(' ');
  }

  /**
   * The final dot is not sent before `beforeFinalDot` has committed, and never once the outcome is known or the
   * connection is broken: so a drop in mid-DATA is known to be one.
   */
  async #hand(): Promise<Judgement> {
    const { content, beforeFinalDot } = this.transaction;
    let isOver = false;
    const end = () => void (isOver = true);
    const verdict = this.#session.reply();
    verdict.then(end, end);
    try {
      for (const piece of dotStuffed(content)) {
        await this.#session.write(piece);
        if (isOver) return this.#judgeEarly(await verdict);
      }
      await beforeFinalDot(this.#accepted());
      // This gives the socket a turn, since it may have news by now.
      await nextTurn();
      if (isOver) return this.#judgeEarly(await verdict);
      this.#mayBeTheirs = true;
      await this.#session.write('.\r\n');
      const reply = await verdict;
      this.hop.hasOpenTransaction = false;
      return this.#judge(reply, true);
    } finally {
      // Whatever else we sent in mid-DATA would be taken for the message.
      if (!this.#mayBeTheirs) this.#session.close();
    }
  }

  #accepted(): number[] {
    const { recipients } = this.transaction.envelope;
    return recipients.filter((recipient) => !this.#refusals.has(recipient)).map(({ position }) => position);
  }

  #judgeEarly(reply: SmtpReply): Judgement {
    if (reply.code >= 400) return this.#judge(reply, false);
    return unanswered(false, 'The next hop answered before the end of the message.');
  }

  #judgeEnd(error: unknown): Judgement {
    if (error instanceof SessionEndedError && error.reply) return this.#judge(error.reply, this.#mayBeTheirs);
    return unanswered(this.#mayBeTheirs, error instanceof Error ? error.message : String(error));
  }

  /** A refusal decides; anything else but a yes to the final dot says as little as silence. */
  #judge(reply: SmtpReply, mayBeTheirs: boolean): Judgement {
    const { code, text: smtpReply } = reply;
    if (code === 530 && this.hop.mayAdmitLater) return { status: 'retry', smtpReply };
    if (code >= 400) return { status: code >= 500 ? 'failed' : 'retry', smtpReply };
    return mayBeTheirs && isPositive(reply) ? { status: 'sent', smtpReply } : unanswered(mayBeTheirs, smtpReply);
  }

  #outcomeOf(recipient: TransportRecipient, judgement: Judgement): TransportOutcome {
    const { position } = recipient;
    if (this.#senderRefusal) return { position, ...this.#judge(this.#senderRefusal, false) };
    const refusal = this.#refusals.get(recipient);
    return refusal ? { position, ...this.#judge(refusal, false), ownReply: true } : { position, ...judgement };
  }
}

/**
 * Names what the next hop would need to support but does not: we don't convert messages (RFC 6531 §3.2, RFC 6152 §3).
 */
function unfit(extensions: Extensions, envelope: TransportEnvelope, content: Buffer): Judgement | null {
  if (addressesOf(envelope).some((address) => /[\r\n<>]/.test(address))) {
    return { status: 'failed', smtpReply: '553 5.1.3 The address cannot be written in a command' };
  }
  if (isInternational(envelope, content) && !extensions.has('SMTPUTF8')) {
    return { status: 'failed', smtpReply: '550 5.6.7 The next hop takes no addresses beyond ASCII (SMTPUTF8)' };
  }
  if (!isAscii(content) && !extensions.has('8BITMIME')) {
    return { status: 'failed', smtpReply: '554 5.6.3 The next hop takes no 8-bit content (8BITMIME)' };
  }
  const limit = Number(extensions.get('SIZE') ?? 0);
  if (limit > 0 && content.length > limit) {
    return { status: 'failed', smtpReply: `552 5.3.4 The next hop takes messages of ${limit} bytes at most (SIZE)` };
  }
  return null;
}

const addressesOf = ({ sender, recipients }: TransportEnvelope) => [sender, ...recipients.map((one) => one.address)];

function isInternational(envelope: TransportEnvelope, content: Buffer): boolean {
  if (addressesOf(envelope).some((address) => /[^\u0000-\u007f]/.test(address))) return true;
  return !isAscii(content) && !isAscii(content.subarray(0, content.indexOf('\r\n\r\n')));
}

function unanswered(mayBeTheirs: boolean, smtpReply: string): Judgement {
  return { status: mayBeTheirs ? 'unknown' : 'retry', smtpReply };
}
