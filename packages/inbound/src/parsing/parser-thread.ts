import { setPriority } from 'node:os';
import {
  inSlices,
  SLICE_BYTES,
  type KillableWorker,
  type KillableWorkers,
  type WorkerLoss,
} from '@mailroom/concurrency';
import {
  REVOCABLE,
  type ParseJob,
  type ParseOutcome,
  type WorkerData,
  type WorkerReport,
  type WorkerRequest,
  type WorkerSettings,
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
  readonly settle: (outcome: ParseOutcome) => void;
  readonly reject: (error: Error) => void;
};

/** The jobs that a lost worker had in hand: suspects that may have taken it down, and jobs that it had not begun. */
export type LostAssignments = { readonly suspects: readonly Assignment[]; readonly innocent: readonly Assignment[] };

type Callbacks = {
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
  /** The ids of jobs that it must not begin. */
  readonly revoked: Int32Array;
};

/** One place in the pool: a worker, or its replacement if it had to be killed. */
export class ParserThread {
  readonly #assignments = new Map<number, Assignment>();
  #running: Running | undefined;
  #nextId = 1;
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

  get hasRoom(): boolean {
    return !this.#closed && this.#assignments.size < MAX_LOAD;
  }

  take(assignment: Assignment): void {
    const id = this.#nextId++;
    this.#assignments.set(id, assignment);
    this.#running ??= this.#start();
    const { raw, envelope, seal = null } = assignment.job;
    if (raw.buffer instanceof SharedArrayBuffer) return this.#post({ id, raw, envelope, seal });
    if (raw.length <= SLICE_BYTES) return this.#post({ id, raw: new Uint8Array(raw), envelope, seal });
    void copied(raw).then((copy) => {
      // Meanwhile it may have been given back, or its worker lost.
      if (this.#assignments.get(id) === assignment) this.#post({ id, raw: copy, envelope, seal });
    });
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
    const { watch, revoked } = (this.#running ??= this.#start());
    const kept = watch.begun.at(-1);
    const released: Assignment[] = [];
    for (const [id, assignment] of this.#assignments) {
      if (id === kept) continue;
      Atomics.store(revoked, id % REVOCABLE, id);
      this.#assignments.delete(id);
      watch.forget(id);
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

  #post(request: WorkerRequest): void {
    const { buffer } = request.raw;
    this.#running?.worker.post(request, buffer instanceof ArrayBuffer ? [buffer] : []);
  }

  #start(): Running {
    const { hostname, dnsServers } = this.options;
    const revoked = new Int32Array(new SharedArrayBuffer(REVOCABLE * Int32Array.BYTES_PER_ELEMENT));
    const worker = this.workers.start<WorkerReport>(
      { onMessage: (report) => this.#onReport(running, report), onLost: (loss) => this.#lose(running, loss) },
      { hostname, dnsServers, revoked } satisfies WorkerData,
    );
    const watch = new ThreadWatch(worker.clock, this.options, {
      onOverdue: () => this.callbacks.onOverdue(this),
      onSlow: (id) => {
        const assignment = this.#assignments.get(id);
        if (assignment) this.callbacks.onSlow(assignment, this);
      },
      onTimeout: () => worker.kill('timeout'),
    });
    const running: Running = { worker, watch, revoked };
    return running;
  }

  #onReport(running: Running, report: WorkerReport): void {
    switch (report.kind) {
      case 'started':
        running.worker.clock.threadId = report.threadId;
        if (this.#goesLast) this.#lowerPriority();
        break;
      case 'begun':
        running.worker.prove();
        if (this.#assignments.has(report.id)) running.watch.begin(report.id);
        break;
      case 'ended':
        running.watch.end(report.id);
        this.#settle(report.id, report.outcome);
        this.callbacks.onRoom(this);
        break;
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
    return [...this.#assignments.values()].some(({ isLastTry }) => isLastTry);
  }

  /** Interrupts the message that it is at, which is then tried once more. */
  interrupt(): void {
    this.#running?.worker.kill('interrupted');
  }

  /**
   * Handles the loss of its worker. If the worker crashed at one message, or that message ran out of time on its last
   * try, the message fails; otherwise each message that it had begun is a suspect. Those that it had not begun are
   * parsed elsewhere.
   */
  #lose(running: Running, { reason, isProven }: WorkerLoss): void {
    this.#running = undefined;
    const begun = new Set(running.watch.begun);
    running.watch.stop();
    if (!isProven) return this.#failToStart(reason);
    const [culprit] = begun;
    const isFinal = this.isAtLastTry || (reason !== 'timeout' && reason !== 'interrupted');
    if (culprit !== undefined && begun.size === 1 && isFinal) this.#settle(culprit, { ok: false, reason });
    const suspects: Assignment[] = [];
    const innocent: Assignment[] = [];
    for (const [id, assignment] of this.#assignments) (begun.has(id) ? suspects : innocent).push(assignment);
    this.#assignments.clear();
    this.callbacks.onLost({ suspects, innocent }, this);
  }

  /** A worker that ends before it begins any message would be restarted over and over, and no message is to blame. */
  #failToStart(reason: string): void {
    const assignments = [...this.#assignments.values()];
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
