import { setPriority } from 'node:os';
import {
  FewEntries,
  inSlices,
  SLICE_BYTES,
  type KillableWorker,
  type KillableWorkers,
  type WorkerLoss,
} from '@mailroom/concurrency';
import { JobBoard } from './job-board.js';
import { rowAt } from './message-octets.js';
import type {
  EndedJob,
  ParseJob,
  ParseOutcome,
  WorkerData,
  WorkerJob,
  WorkerReport,
  WorkerSettings,
} from './parse-job.js';
import { ThreadWatch } from './thread-watch.js';

/** Jobs sent ahead, so that a worker need not wait for the next one. */
const MAX_LOAD = 8;
/** Lower than the other parsers' priority: a slow message takes the time that they leave. */
const SLOW_NICE = 15;

export type ThreadOptions = WorkerSettings & {
  /** The processor time allowed for one message, counted from when its worker begins it. */
  readonly timeoutMs: number;
  /** The wall-clock limit for a worker that is stuck; by default thirty times as long. */
  readonly stuckMs?: number;
  readonly maxHeapMb: number;
};

/**
 * A job on its way. It is rejected only if no worker can be started at all, which tells us nothing about the message.
 */
export type Assignment = {
  readonly job: ParseJob;
  /** It may have taken down an earlier worker and now has one to itself; the outcome is final. */
  readonly isLastTry: boolean;
  /** Whether an earlier worker crashed when this had ended there and was not reported yet. */
  readonly hasMet?: boolean;
  readonly settle: (outcome: ParseOutcome) => void;
  readonly reject: (error: Error) => void;
};

/** The jobs that a lost worker had in hand: suspects that may have taken it down, and those that it was not at. */
export type LostAssignments = { readonly suspects: readonly Assignment[]; readonly innocent: readonly Assignment[] };

type Callbacks = {
  readonly onStarted: () => void;
  readonly onRoom: (thread: ParserThread) => void;
  readonly onLost: (lost: LostAssignments, thread: ParserThread) => void;
  /** Called when it has been at one message for so long that others should not wait for it. */
  readonly onOverdue: (thread: ParserThread) => void;
  readonly onSlow: (assignment: Assignment, thread: ParserThread) => void;
};

/** A worker that is alive. */
type Running = {
  readonly worker: KillableWorker<WorkerReport>;
  readonly watch: ThreadWatch;
  readonly board: JobBoard;
  /** Whether it has loaded what it needs, and begins what it is given. */
  hasStarted: boolean;
};

/** One place in the pool: a worker, or its replacement if it had to be killed. */
export class ParserThread {
  readonly #assignments = new FewEntries<number, Assignment>();
  #running: Running | undefined;
  readonly #outgoing: WorkerJob[] = [];
  #lastId = 0;
  #closed = false;
  #goesLast = false;

  constructor(
    private readonly workers: KillableWorkers,
    private readonly options: ThreadOptions,
    private readonly callbacks: Callbacks,
  ) {}

  get load(): number {
    return this.#assignments.size;
  }

  get goesLast(): boolean {
    return this.#goesLast;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get hasStarted(): boolean {
    return this.#running?.hasStarted ?? false;
  }

  get hasRoom(): boolean {
    return !this.#closed && this.#assignments.size < MAX_LOAD;
  }

  take(assignment: Assignment): void {
    const id = this.#freeId();
    this.#assignments.add(id, assignment);
    this.#running ??= this.#start();
    this.#running.watch.start();
    const { rawId, raw, envelope, seal = null } = assignment.job;
    if (raw.buffer instanceof SharedArrayBuffer) return this.#send({ id, rawId, raw, envelope, seal });
    if (raw.length <= SLICE_BYTES) return this.#send({ id, rawId, raw: new Uint8Array(raw), envelope, seal });
    void copied(raw).then((copy) => this.#send({ id, rawId, raw: copy, envelope, seal }));
  }

  /** An id whose place on the board no job has that is still in hand. */
  #freeId(): number {
    this.#lastId += 1;
    for (const id of this.#assignments.keys()) if (JobBoard.isSamePlace(id, this.#lastId)) return this.#freeId();
    return this.#lastId;
  }

  warm(): void {
    this.#running ??= this.#start();
  }

  /** Lets everything else take precedence over it from now on. */
  goLast(): void {
    this.#goesLast = true;
    this.#lowerPriority();
  }

  /** Gives back all messages except the one that it is at, to be parsed elsewhere. */
  release(): Assignment[] {
    const { board } = (this.#running ??= this.#start());
    const kept = this.#underWay(board).at(-1);
    const released: Assignment[] = [];
    for (const [id, assignment] of this.#assignments) {
      if (id === kept) continue;
      board.revoke(id);
      this.#assignments.delete(id);
      released.push(assignment);
    }
    return released;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#running;
    this.#running = undefined;
    running?.watch.stop();
    for (const assignment of this.#assignments.values()) assignment.settle({ ok: false, reason: 'closed' });
    this.#assignments.clear();
    await running?.worker.close();
  }

  /** What is given to it in one turn goes to its worker as one message. */
  #send(job: WorkerJob): void {
    if (this.#outgoing.push(job) === 1) process.nextTick(() => this.#post());
  }

  #post(): void {
    // Meanwhile some may have been given back, or their worker lost.
    const jobs = this.#outgoing.splice(0).filter(({ id }) => this.#assignments.has(id));
    if (jobs.length === 0) return;
    const copies = jobs.flatMap(({ raw: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
    this.#running?.worker.post({ jobs }, copies);
  }

  #start(): Running {
    const { hostname, dnsServers } = this.options;
    const board = new JobBoard();
    const worker = this.workers.start<WorkerReport>(
      { onMessage: (report) => this.#onReport(running, report), onLost: (loss) => this.#lose(running, loss) },
      { hostname, dnsServers, board: board.cells } satisfies WorkerData,
    );
    const jobs = {
      steps: () => board.steps,
      underWay: () => this.#underWay(board),
      areLeft: () => this.#assignments.size > 0,
    };
    const watch = new ThreadWatch(worker.clock, this.options, jobs, {
      onOverdue: () => this.callbacks.onOverdue(this),
      onSlow: (id) => {
        const assignment = this.#assignments.get(id);
        if (assignment) this.callbacks.onSlow(assignment, this);
      },
      onTimeout: () => worker.kill('timeout'),
    });
    const running: Running = { worker, watch, board, hasStarted: false };
    return running;
  }

  #onReport(running: Running, report: WorkerReport): void {
    switch (report.kind) {
      case 'started':
        running.worker.clock.threadId = report.threadId;
        running.hasStarted = true;
        if (this.#goesLast) this.#lowerPriority();
        this.callbacks.onStarted();
        break;
      case 'works':
        running.worker.prove();
        break;
      case 'ended':
        this.#onEnded(report.octets, report.jobs);
        this.callbacks.onRoom(this);
        break;
    }
  }

  #onEnded(octets: Uint8Array, jobs: readonly EndedJob[]): void {
    let at = 0;
    for (const job of jobs) {
      if ('reason' in job) {
        this.#settle(job.id, { ok: false, reason: job.reason });
        continue;
      }
      this.#settle(job.id, { ok: true, row: rowAt(octets, at, job), particulars: job.particulars });
      at += job.textOctets + job.jsonOctets;
    }
  }

  #lowerPriority(): void {
    const threadId = this.#running?.worker.clock.threadId;
    try {
      if (typeof threadId === 'number') setPriority(threadId, SLOW_NICE);
    } catch {
      // If the system forbids it, the thread continues at the same priority as the others.
    }
  }

  /** Whether the message that it is at has been tried before. */
  get isAtLastTry(): boolean {
    return this.#assignments.values().some(({ isLastTry }) => isLastTry);
  }

  /** Interrupts the message that it is at, which is then tried once more. */
  interrupt(): void {
    this.#running?.worker.kill('interrupted');
  }

  /** The ids of the jobs that it is at, the one begun last at the end. */
  #underWay(board: JobBoard): number[] {
    return this.#assignments.keys().filter((id) => board.isUnderWay(id));
  }

  /**
   * Handles the loss of its worker. If the worker crashed at one message, or that message ran out of time on its last
   * try, the message fails; otherwise each message that it was at is a suspect. The others are parsed elsewhere.
   */
  #lose({ watch, board }: Running, { reason, isProven }: WorkerLoss): void {
    this.#running = undefined;
    watch.stop();
    if (!isProven) return this.#failToStart(reason);
    const hasCrashed = reason !== 'timeout' && reason !== 'interrupted';
    const underWay = new Set(this.#underWay(board));
    const [culprit] = underWay;
    const isFinal = this.isAtLastTry || hasCrashed;
    if (culprit !== undefined && underWay.size === 1 && isFinal) this.#settle(culprit, { ok: false, reason });
    const suspects: Assignment[] = [];
    const innocent: Assignment[] = [];
    for (const [id, assignment] of this.#assignments) {
      const hasMet = hasCrashed && board.hasEnded(id);
      // What ended before a crash twice may have caused it by something that it left behind.
      if (hasMet && assignment.isLastTry) assignment.settle({ ok: false, reason });
      else if (underWay.has(id) || (hasMet && assignment.hasMet)) suspects.push(assignment);
      else innocent.push(hasMet ? { ...assignment, hasMet } : assignment);
    }
    this.#assignments.clear();
    this.callbacks.onLost({ suspects, innocent }, this);
  }

  /** A worker that ends before it begins any message would be restarted over and over, and no message is to blame. */
  #failToStart(reason: string): void {
    const assignments = this.#assignments.values();
    this.#assignments.clear();
    for (const { reject } of assignments) reject(new Error(`The parsing worker can not start: ${reason}`));
    this.callbacks.onRoom(this);
  }

  #settle(id: number, outcome: ParseOutcome): void {
    const assignment = this.#assignments.get(id);
    this.#assignments.delete(id);
    assignment?.settle(outcome);
  }
}

/** The copy of a large message is made in turns with everything else. What just came in needs none: its memory is shared. */
async function copied(raw: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(raw.length);
  await inSlices(raw.length, (start, end) => copy.set(raw.subarray(start, end), start));
  return copy;
}
