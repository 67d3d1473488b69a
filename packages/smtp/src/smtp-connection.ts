import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { uuidv7 } from '@mailroom/ids';
import type { Answer } from './answer.js';
import { closing } from './closing.replies.js';
import { CommandLineReader, type CommandLine } from './command-line.reader.js';
import { DataReader } from './data.reader.js';
import { dataRefusalReply, hangsUp } from './data.replies.js';
import type { SmtpSession } from './mail-transactions.js';
import { ReplyQueue } from './reply.queue.js';
import { SessionState, type SessionContext } from './session.state.js';
import { SmtpDialogue } from './smtp-dialogue.js';
import { smtpReply, type SmtpReply } from './smtp-reply.js';
import type { StartTls } from './start-tls.js';
import { TransactionWatch } from './transaction-watch.js';

export type ConnectionContext = SessionContext & { readonly startTls: StartTls | null };

/** The number of octets up to which replies are written together. */
const MAX_UNSENT_OCTETS = 16_384;
/** How much a client may still send after its message was refused for its size, as a multiple of the limit. */
const MAX_POURED_FACTOR = 4;
/** The time for the client to read our last reply and to close. */
const LINGER_MS = 1000;

/** 'accepting' means that a complete message awaits its answer, 'closed' that our side has sent its last reply. */
type Mode = 'command' | 'data' | 'accepting' | 'upgrading' | 'closed';

/** One client: moves bytes between its socket and the readers, keeps replies in order, watches the clock. */
export class SmtpConnection {
  #mode: Mode = 'command';
  #socket: Socket;
  #data: DataReader | null = null;
  #watch: TransactionWatch | null = null;
  /** A line that waits for the answers to the RCPTs before it. */
  #held: CommandLine | null = null;
  #draining = false;
  #inputEnded = false;
  #shuttingDown = false;
  #dataDeadline: NodeJS.Timeout | undefined;
  #linger: NodeJS.Timeout | undefined;
  readonly #idle: NodeJS.Timeout;
  #activeAt = performance.now();
  readonly #lines = new CommandLineReader();
  readonly #replies = new ReplyQueue();
  readonly #state: SessionState;
  readonly #dialogue: SmtpDialogue;

  constructor(
    readonly context: ConnectionContext,
    socket: Socket,
    session: SmtpSession,
    readonly onClose: () => void,
  ) {
    this.#socket = socket;
    this.#state = new SessionState(context, session);
    this.#dialogue = new SmtpDialogue(this.#state);
    this.#idle = setTimeout(() => this.#onIdle(), context.options.idleTimeoutMs);
    this.#attach(socket);
    this.#replies.push(smtpReply(220, null, `${context.options.hostname} ESMTP`));
    this.#advance();
  }

  /** Lets a message in DATA, or one awaiting its answer, finish; anything else gets 421 at once. */
  shutDown(): void {
    this.#shuttingDown = true;
    if (this.#mode === 'upgrading') this.destroy();
    else if (this.#mode === 'command') this.#hangUp(closing.shuttingDown);
  }

  /** The time since which we wait for the client; null while a message is on its way, or an answer of ours. */
  get idleSince(): number | null {
    const isWaiting = this.#mode === 'upgrading' || (this.#mode === 'command' && this.#replies.awaited === 0);
    return isWaiting ? this.#activeAt : null;
  }

  /** Makes room for another client. */
  giveWay(): void {
    if (this.#mode === 'upgrading') return this.destroy();
    this.#hangUp(closing.giveWay);
    this.#socket.destroySoon();
  }

  /** Drops the connection as it is. */
  destroy(): void {
    this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#mode === 'closed') return;
    if (this.#mode === 'data') this.#guard(() => this.#takeData(chunk));
    else this.#lines.feed(chunk);
    this.#advance();
  };

  readonly #onEnd = (): void => {
    this.#inputEnded = true;
    this.#advance();
  };

  readonly #onDrain = (): void => {
    this.#draining = false;
    this.#advance();
  };

  readonly #onClosed = (): void => {
    this.#mode = 'closed';
    this.#stopClocks();
    clearTimeout(this.#linger);
    this.#watch?.lose();
    this.#data?.release();
    this.#data = null;
    this.onClose();
  };

  #attach(socket: Socket): void {
    this.#socket = socket;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('drain', this.#onDrain).once('close', this.#onClosed);
    // A broken connection is the client's affair; 'close' follows.
    socket.on('error', () => undefined);
  }

  /** Does everything that the input at hand allows, then sends the resulting replies. */
  #advance(): void {
    this.#guard(() => this.#answerLines());
    if (this.#mode === 'closed') return;
    // The replies to one batch of commands travel together.
    if (this.#replies.awaited === 0) this.#flush();
    this.#regulateInput();
  }

  #answerLines(): void {
    while (this.#mode === 'command' && !this.#draining) {
      const line = this.#held ?? this.#lines.next();
      if (line === null) return;
      const answer = this.#dialogue.answer(line);
      this.#held = answer === 'wait' ? line : null;
      if (answer === 'wait') return;
      this.#touch();
      this.#give(answer);
      if (this.#replies.readyLength > MAX_UNSENT_OCTETS) this.#flush();
    }
  }

  /** A bug costs one session, never the process. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.context.options.onError?.(error, this.#state.session);
      this.#hangUp(closing.internalError);
    }
  }

  /** Input that can't be handled yet stays in the kernel, except for the piece that has already come. */
  #regulateInput(): void {
    const blocked = this.#held !== null || this.#draining || this.#mode === 'accepting';
    if (blocked && this.#lines.hasInput) this.#socket.pause();
    else if (!blocked && this.#mode !== 'upgrading' && this.#socket.isPaused()) this.#socket.resume();
    // The client has closed its side: everything before that is answered, and an unfinished message is dropped.
    if (!this.#inputEnded || blocked || this.#replies.awaited > 0) return;
    if (this.#mode === 'command' || this.#mode === 'data') this.#hangUp(null);
  }

  #flush(): void {
    const text = this.#replies.take();
    if (text !== '' && !this.#socket.write(text, 'latin1')) this.#draining = true;
  }

  #give({ reply, then }: Answer): void {
    if (then === 'starttls' && this.#lines.hasInput) return this.#hangUp(closing.starttlsInjection);
    if (reply instanceof Promise) this.#giveLater(reply);
    else this.#replies.push(reply);
    if (then === 'data') this.#beginData();
    if (then === 'starttls') this.#upgrade();
    if (then === 'close') this.#hangUp(null);
  }

  #giveLater(reply: Promise<SmtpReply>): void {
    const slot = this.#replies.reserve();
    void reply.then((settled) => {
      this.#replies.settle(slot, settled);
      if (settled.code === 421) this.#hangUp(null);
      else if (this.#replies.awaited === 0) this.#advance();
    });
  }

  #beginData(): void {
    const { options, budget } = this.context;
    this.#mode = 'data';
    this.#data = new DataReader(options.maxMessageBytes, budget);
    const { id = '', size = 0 } = this.#state.envelope ?? {};
    this.#watch = new TransactionWatch(id, size, options.log);
    this.#dataDeadline = setTimeout(() => this.#hangUp(closing.dataTooSlow), options.dataTimeoutMs);
    if (this.#lines.hasInput) this.#takeData(this.#lines.takeRest());
  }

  #takeData(chunk: Buffer): void {
    const data = this.#data;
    if (data === null) return;
    const end = data.push(chunk);
    this.#touch();
    if (data.receivedBytes > MAX_POURED_FACTOR * data.maxBytes + MAX_UNSENT_OCTETS)
      return this.#hangUp(closing.tooMuchData);
    if (end === -1) return;
    if (end < chunk.length) this.#lines.feed(chunk.subarray(end));
    clearTimeout(this.#dataDeadline);
    this.#data = null;
    this.#finish(data);
  }

  #finish(data: DataReader): void {
    this.#watch?.complete(data.receivedBytes);
    const pieces = data.finish();
    if (typeof pieces === 'string') return this.#refuse(data, dataRefusalReply(pieces), hangsUp(pieces));
    this.#mode = 'accepting';
    void this.#state.accept(pieces, this.#watch?.rawId ?? uuidv7()).then((reply) => {
      data.release();
      if (this.#mode !== 'accepting') return;
      this.#endTransaction(reply, reply.code === 421);
      this.#advance();
    });
  }

  #refuse(data: DataReader, reply: SmtpReply, hangUp = false): void {
    data.release();
    this.#state.envelope = null;
    this.#endTransaction(reply, hangUp);
  }

  #endTransaction(reply: SmtpReply, hangUp: boolean): void {
    this.#mode = 'command';
    this.#touch();
    this.#watch?.end(reply.code);
    this.#watch = null;
    this.#replies.push(reply);
    if (hangUp) this.#hangUp(null);
    else if (this.#shuttingDown) this.#hangUp(closing.shuttingDown);
  }

  #upgrade(): void {
    const { startTls } = this.context;
    if (startTls === null) throw new Error('TLS was offered without a certificate');
    this.#mode = 'upgrading';
    const plain = this.#socket;
    plain.off('data', this.#onData).off('end', this.#onEnd).off('drain', this.#onDrain);
    plain.pause();
    plain.write(this.#replies.take(), 'latin1', (error) => {
      if (error == null && !plain.destroyed) startTls.upgrade(plain, (secure) => this.#onSecure(plain, secure));
    });
  }

  #onSecure(plain: Socket, secure: TLSSocket): void {
    plain.off('close', this.#onClosed);
    this.#state.secured({ protocol: secure.getProtocol() ?? 'unknown', cipher: secure.getCipher().name });
    this.#mode = 'command';
    this.#draining = false;
    this.#touch();
    this.#attach(secure);
  }

  #touch(): void {
    this.#idle.refresh();
    this.#activeAt = performance.now();
  }

  #onIdle(): void {
    // It is our turn, not the client's.
    if (this.#mode === 'accepting' || this.#replies.awaited > 0) this.#touch();
    else if (this.#mode === 'upgrading' || this.#draining) this.destroy();
    else this.#hangUp(closing.idleTooLong);
  }

  /** Sends what is ready and a last reply, closes our side, and gives the client a moment to close its own. */
  #hangUp(reply: SmtpReply | null): void {
    if (this.#mode === 'closed') return;
    this.#mode = 'closed';
    this.#stopClocks();
    if (reply !== null && this.#data !== null) this.#watch?.end(reply.code);
    this.#data?.release();
    this.#data = null;
    const last = new ReplyQueue();
    if (reply !== null) last.push(reply);
    this.#socket.end(this.#replies.take() + last.take(), 'latin1');
    // Unread input would make the kernel reset the connection, and the client lose the reply.
    this.#socket.resume();
    this.#linger = setTimeout(() => this.destroy(), LINGER_MS);
  }

  #stopClocks(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#dataDeadline);
  }
}
