import { KillableWorkers } from '@mailroom/concurrency';
import type { ParseJob, ParseOutcome } from './parse-job.js';
import { ParserThread, type Assignment, type ThreadOptions } from './parser-thread.js';
import { SlowSenders } from './slow-senders.js';

export type ParserPoolOptions = ThreadOptions & {
  readonly workers: number;
  /** After this long without mail, all threads but one are released with their memory; by default a minute. */
  readonly idleMs?: number;
  /** Another worker file, for tests with workers that hang or crash. */
  readonly workerUrl?: URL;
};

/** Sources and built files lie equally deep, so this is the built worker from either. */
const WORKER_URL = new URL('../../dist/parsing/parse.worker.js', import.meta.url);

/** The default, half of this, holds the garbage of fewer than three messages of 50 KB of HTML. */
const YOUNG_MB = 24;
const IDLE_MS = 60_000;
/** Threads that turned out to be slow, beside those of the slow lane. */
const MAX_SLOW_THREADS = 4;

/** How a message is to be parsed. */
export type ParseCourse = {
  /** Whether it was slow before, here or in another process. */
  readonly isLastTry?: boolean;
  /** Called when it turns out to be slow, and before its last try, which waits for the returned promise. */
  readonly onSuspect?: () => Promise<void>;
};

/**
 * Parses messages in worker threads that can be killed: a message that hangs or crashes one affects no other message.
 * Messages that take long, or are large, so that they could, go through a slow lane, at a lower priority.
 */
export class ParserPool {
  readonly #workers: KillableWorkers;
  readonly #threads: ParserThread[] = [];
  /** A thread started before it is needed, since starting takes longer than any message should wait. */
  #spare: ParserThread | undefined;
  readonly #slowThreads: ParserThread[] = [];
  readonly #waiting: Assignment[] = [];
  readonly #slow: Assignment[] = [];
  readonly #senders = new SlowSenders();
  readonly #courses = new WeakMap<ParseJob, ParseCourse>();
  readonly #idle: NodeJS.Timeout;
  /** Whether all threads but one were released since the last message. */
  #rests = false;
  #released: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(private readonly options: ParserPoolOptions) {
    const { workerUrl = WORKER_URL, maxHeapMb, idleMs = IDLE_MS } = options;
    this.#workers = new KillableWorkers({ url: workerUrl, maxHeapMb, youngMb: YOUNG_MB });
    this.#idle = setTimeout(() => this.#rest(), idleMs).unref();
  }

  parse(job: ParseJob, course: ParseCourse = {}): Promise<ParseOutcome> {
    if (this.#closed) return Promise.resolve({ ok: false, reason: 'closed' });
    this.#courses.set(job, course);
    this.#idle.refresh();
    return new Promise((settle, reject) => {
      const assignment = { job, isLastTry: course.isLastTry ?? false, settle, reject };
      (this.#goesLast(assignment) ? this.#slow : this.#waiting).push(assignment);
      this.#assign();
    });
  }

  /** Whether a message would go through the slow lane. */
  isSlow(message: Pick<ParseJob, 'envelope'> & { readonly bytes: number }): boolean {
    return this.#senders.goesLast(message);
  }

  /** The number of messages in the slow lane, which hold nothing up. */
  get slowCount(): number {
    return this.#slow.length + this.#slowThreads.reduce((sum, { load }) => sum + load, 0);
  }

  /** How many messages of the slow lane are parsed at once: fewer than of the others, but for a single one. */
  get slowAtOnce(): number {
    return Math.max(1, this.options.workers - 1);
  }

  /** Starts workers before there is anything to parse, since starting takes longer than parsing. */
  warm(): void {
    if (this.#closed) return;
    this.#idle.refresh();
    if (this.#threads.length > 0) return;
    this.#addThread().warm();
    this.#keepSpare();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const { settle } of [...this.#slow.splice(0), ...this.#waiting.splice(0)]) {
      settle({ ok: false, reason: 'closed' });
    }
    this.#release();
    await this.#released;
  }

  /**
   * Each thread takes some 40 MB. One stays, with its modules loaded and its code compiled: what comes after a quiet hour
   * is as often as not a code that somebody waits for.
   */
  #rest(): void {
    const isBusy = this.#all().some(({ load }) => load > 0);
    if (isBusy || this.#waiting.length > 0 || this.#slow.length > 0) return void this.#idle.refresh();
    const kept = this.#threads[0] ?? this.#spare;
    this.#rests = kept !== undefined;
    this.#release(kept);
  }

  #release(kept?: ParserThread): void {
    const closing = this.#all().flatMap((thread) => (thread === kept ? [] : thread.close()));
    this.#released = Promise.all([this.#released, ...closing]);
    this.#threads.splice(0, Infinity, ...(kept ? [kept] : []));
    this.#slowThreads.length = 0;
    this.#spare = undefined;
  }

  #all(): readonly ParserThread[] {
    return [...this.#threads, ...this.#slowThreads, ...(this.#spare ? [this.#spare] : [])];
  }

  #assign(): void {
    if (this.#closed) return;
    this.#assignSlow();
    do this.#handOut();
    while (this.#relieve());
  }

  /** Hands waiting messages to threads with room; a new thread is started only when all are busy. */
  #handOut(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#free();
      const next = thread && this.#waiting.shift();
      if (!next) return;
      thread.take(next);
    }
  }

  /**
   * Takes back what waits for a thread that is still starting, where another has started and has nothing to do: on a busy
   * machine a start takes many seconds. Tells whether there is something to hand out again.
   */
  #relieve(): boolean {
    const at = this.#threads.findIndex(({ load, hasStarted }) => load > 0 && !hasStarted);
    const starting = this.#threads[at];
    if (!starting) return false;
    if (this.#spare?.hasStarted) [this.#threads[at], this.#spare] = [this.#spare, starting];
    else if (!this.#threads.some(({ load, hasStarted }) => load === 0 && hasStarted)) return false;
    this.#waiting.unshift(...starting.release());
    return true;
  }

  /** Each goes to a thread alone; those that were slow before go ahead of all that came meanwhile. */
  #assignSlow(): void {
    while (this.#slow.length > 0 && this.#slowThreads.filter(({ load }) => load > 0).length < this.slowAtOnce) {
      const next = this.#slow.shift();
      if (!next) return;
      const thread = this.#slowThreads.find(({ load }) => load === 0) ?? this.#addSlowThread(this.#newThread());
      thread.take(next);
    }
  }

  #free(): ParserThread | undefined {
    const idle = this.#threads.filter((thread) => thread.load === 0);
    if (idle.length > 0) return idle.find(({ hasStarted }) => hasStarted) ?? idle[0];
    if (this.#threads.length < this.options.workers) return this.#addThread();
    return this.#threads.filter((thread) => thread.hasRoom).sort((a, b) => a.load - b.load)[0];
  }

  #goesLast({ job, isLastTry }: Assignment): boolean {
    return isLastTry || this.isSlow({ envelope: job.envelope, bytes: job.raw.length });
  }

  #addThread(): ParserThread {
    const thread = this.#spare ?? this.#newThread();
    this.#spare = undefined;
    this.#threads.push(thread);
    return thread;
  }

  #addSlowThread(thread: ParserThread): ParserThread {
    thread.goLast();
    this.#slowThreads.push(thread);
    return thread;
  }

  #keepSpare(): void {
    if (this.#closed || this.#spare) return;
    this.#spare = this.#newThread();
    this.#spare.warm();
  }

  #newThread(): ParserThread {
    return new ParserThread(this.#workers, this.options, {
      onStarted: () => this.#assign(),
      onRoom: (thread) => this.#onRoom(thread),
      onLost: ({ suspects, innocent }, thread) => {
        this.#waiting.unshift(...innocent);
        for (const suspect of suspects) void this.#tryAlone(suspect);
        this.#onRoom(thread);
      },
      onOverdue: (thread) => this.#standIn(thread),
      onSlow: (assignment, thread) => this.#demote(assignment, thread),
    });
  }

  /** A thread whose message was not slow in the end goes back; one that was is closed when it is no longer needed. */
  #onRoom(thread: ParserThread): void {
    const at = this.#slowThreads.indexOf(thread);
    if (at !== -1 && thread.load === 0 && (!thread.goesLast || this.#slowThreads.length > 1)) {
      this.#slowThreads.splice(at, 1);
      if (thread.isRunning && !thread.goesLast) this.#takeBack(thread);
      else void thread.close();
    }
    if (this.#rests) this.#keepSpare();
    this.#rests = false;
    this.#assign();
  }

  /** A thread that has compiled what it needs is worth many that have not, so the spare one makes room for it. */
  #takeBack(thread: ParserThread): void {
    if (this.#threads.length < this.options.workers) {
      this.#threads.push(thread);
      return;
    }
    void this.#spare?.close();
    this.#spare = thread;
  }

  /**
   * Another thread takes the place of one that is held up, along with the messages that waited for it. Whether the
   * message is slow is not known yet: the first large ones take that long on a thread that is new.
   */
  #standIn(thread: ParserThread): void {
    if (this.#closed || !this.#threads.includes(thread)) return;
    if (this.#slowThreads.length >= MAX_SLOW_THREADS) this.#slowThreads.find((slow) => !slow.isAtLastTry)?.interrupt();
    if (this.#slowThreads.length >= MAX_SLOW_THREADS) return;
    this.#threads.splice(this.#threads.indexOf(thread), 1);
    this.#slowThreads.push(thread);
    this.#waiting.unshift(...thread.release());
    this.#addThread().warm();
    this.#assign();
  }

  /** Other mail from the same sender now goes last, and so does the thread that stands aside with this message. */
  #demote({ job, isLastTry }: Assignment, thread: ParserThread): void {
    if (this.#slowThreads.includes(thread)) thread.goLast();
    this.#keepSpare();
    if (!isLastTry) void this.#courses.get(job)?.onSuspect?.();
    this.#senders.add(job);
    const waiting = this.#waiting.splice(0);
    for (const assignment of waiting) (this.#goesLast(assignment) ? this.#slow : this.#waiting).push(assignment);
    this.#assign();
  }

  /** A message that may have taken down a worker gets one to itself, once. */
  async #tryAlone(suspect: Assignment): Promise<void> {
    this.#senders.add(suspect.job);
    await this.#courses
      .get(suspect.job)
      ?.onSuspect?.()
      .catch(() => undefined);
    if (this.#closed) return suspect.settle({ ok: false, reason: 'closed' });
    this.#slow.unshift({ ...suspect, isLastTry: true });
    this.#assign();
  }
}
