import type { Socket } from 'node:net';
import { ReplyReader, type SmtpReply } from './reply-reader.js';

/** How long a connection that we leave may take to say goodbye. */
const LEAVE_MS = 5_000;

/** The connection has ended; `reply` is what the next hop said about that, if anything (RFC 5321 §3.8). */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';

  constructor(
    message: string,
    readonly reply: SmtpReply | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

type Waiting = { readonly resolve: (reply: SmtpReply) => void; readonly reject: (error: Error) => void };

/** The client's side of an SMTP connection: commands go out, and each gets the reply that comes in its turn. */
export class SmtpSession {
  readonly #waiting: Waiting[] = [];
  /** Replies that came before anybody asked, which only the reader of a greeting or of a final reply may have. */
  readonly #early: SmtpReply[] = [];
  readonly #onEnd = new Set<() => void>();
  #reader = new ReplyReader();
  #ended: SessionEndedError | null = null;
  #detach: () => void;
  #isInHandshake = false;

  /** `silenceMs` is how long the next hop may say nothing before the connection ends. */
  constructor(
    private socket: Socket,
    private readonly silenceMs: number,
  ) {
    this.#detach = this.#attach(socket);
  }

  get isEnded(): boolean {
    return this.#ended !== null;
  }

  /** Sends commands in one go (RFC 2920); the replies come in their order. */
  ask(commands: readonly string[]): Promise<SmtpReply>[] {
    // A reply to nothing would be taken for that to the first command, and so on with all that follow.
    const [early] = this.#early;
    if (early) this.#end(unasked(early));
    if (!this.#ended) this.socket.write(`${commands.join('\r\n')}\r\n`);
    return commands.map(() => this.reply());
  }

  /** Sends one command. @throws SessionEndedError */
  async tell(command: string): Promise<SmtpReply> {
    return this.ask([command])[0] ?? this.reply();
  }

  /** The next reply that nobody waits for yet. @throws SessionEndedError */
  reply(): Promise<SmtpReply> {
    const reply = new Promise<SmtpReply>((resolve, reject) => {
      const early = this.#early.shift();
      if (early) resolve(early);
      else if (this.#ended) reject(this.#ended);
      else this.#waiting.push({ resolve, reject });
    });
    // Several replies may never come, and only the first has somebody who looks at it.
    reply.catch(() => {});
    return reply;
  }

  /** Sends bytes; resolves once there is room for more, or the connection has ended. */
  write(bytes: Buffer | string): Promise<void> | undefined {
    if (this.#ended || this.socket.write(bytes)) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        this.socket.off('drain', done);
        this.#onEnd.delete(done);
        resolve();
      };
      this.socket.once('drain', done);
      this.#onEnd.add(done);
    });
  }

  /** Calls `listener` when the connection ends; returns what takes it back. */
  onEnd(listener: () => void): () => void {
    this.#onEnd.add(listener);
    return () => this.#onEnd.delete(listener);
  }

  /**
   * Goes on over the socket that `secure` makes of this one. What came in the clear until now counts for nothing (RFC
   * 3207 §6). @throws SessionEndedError, or what `secure` throws
   */
  async upgrade(secure: (socket: Socket) => Promise<Socket>): Promise<void> {
    if (this.#ended) throw this.#ended;
    if (this.#reader.isInMidReply || this.#early.length > 0) {
      this.#end(new SessionEndedError('The next hop went on in the clear after STARTTLS.'));
      throw this.#ended ?? new SessionEndedError('The connection ended.');
    }
    this.#detach();
    const plain = this.socket;
    this.#detach = () => {};
    this.#isInHandshake = true;
    plain.on('error', () => {});
    const secured = await secure(plain).catch((error: unknown) => {
      // Whoever broke it off has not found out that there is no TLS.
      throw this.#ended ?? error;
    });
    this.#isInHandshake = false;
    if (this.#ended) {
      secured.destroy();
      throw this.#ended;
    }
    this.socket = secured;
    this.#reader = new ReplyReader();
    this.#detach = this.#attach(secured);
  }

  /** Says goodbye, and leaves. */
  quit(): void {
    if (this.#ended) return;
    const [goodbye] = this.ask(['QUIT']);
    const timer = setTimeout(() => this.close(), LEAVE_MS).unref();
    const leave = () => {
      clearTimeout(timer);
      this.close();
    };
    goodbye?.then(leave, leave);
  }

  /** Leaves without a word: a message whose end was not sent has not arrived. Whoever waits for a reply is told why. */
  close(why = 'The connection was closed.'): void {
    this.#end(new SessionEndedError(why));
  }

  #attach(socket: Socket): () => void {
    const onData = (chunk: Buffer) => this.#read(chunk);
    const onError = (error: NodeJS.ErrnoException) =>
      this.#end(new SessionEndedError(error.message || `${error.code}`, null, { cause: error }));
    const onEnd = () => this.#end(new SessionEndedError('The next hop closed the connection.'));
    const onTimeout = () => this.#end(new SessionEndedError('The next hop was silent for too long.'));
    socket.setNoDelay(true);
    socket.setTimeout(this.silenceMs);
    socket.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd).on('timeout', onTimeout);
    return () => {
      socket.setTimeout(0);
      socket.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd).off('timeout', onTimeout);
    };
  }

  #read(chunk: Buffer): void {
    try {
      this.#reader.read(chunk, (reply) => this.#take(reply));
    } catch (error) {
      this.#end(new SessionEndedError(error instanceof Error ? error.message : String(error)));
    }
  }

  #take(reply: SmtpReply): void {
    if (this.#ended) return;
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve(reply);
    else {
      this.#early.push(reply);
      setImmediate(() => this.#early.includes(reply) && this.#end(unasked(reply)));
    }
    // Whatever it answers, a 421 says that nothing else will be answered.
    if (waiting && reply.code === 421) this.#end(new SessionEndedError(reply.text, reply));
  }

  #end(error: SessionEndedError): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#detach();
    const { socket } = this;
    socket.on('error', () => {});
    if (socket.connecting || this.#isInHandshake) socket.destroy();
    else {
      socket.end();
      const timer = setTimeout(() => socket.destroy(), LEAVE_MS).unref();
      socket.resume().once('close', () => clearTimeout(timer));
    }
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    for (const listener of [...this.#onEnd]) listener();
    this.#onEnd.clear();
  }
}

function unasked(reply: SmtpReply): SessionEndedError {
  if (reply.code === 421) return new SessionEndedError(reply.text, reply);
  return new SessionEndedError(`The next hop answered what nobody had asked: ${reply.text}`);
}
