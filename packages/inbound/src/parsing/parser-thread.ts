import { Worker } from 'node:worker_threads';
import type { Assignment, ParserPoolOptions } from './parser-pool.js';
import type { ParseOutcome, WorkerReport, WorkerRequest } from './parse-job.js';

/** Jobs sent ahead, so that a worker need not wait for the next one. */
const MAX_LOAD = 8;

/** What a lost worker had in hand: what it may have been lost through, and what it had not begun. */
export type LostAssignments = { readonly suspects: readonly Assignment[]; readonly innocent: readonly Assignment[] };

type Callbacks = { readonly onRoom: () => void; readonly onLost: (lost: LostAssignments) => void };

/** One place in the pool: a worker, and another one in its stead when it had to be killed. */
export class ParserThread {
  readonly #assignments = new Map<number, Assignment>();
  #worker: Worker | undefined;
  #nextId = 1;
  /** What the worker is at; it works on several at once only while they wait for DNS. */
  readonly #begun = new Map<number, NodeJS.Timeout>();
  #closed = false;
  /** Whether the present worker ever said anything. */
  #isProven = false;

  constructor(
    private readonly workerUrl: URL,
    private readonly options: ParserPoolOptions,
    private readonly callbacks: Callbacks,
  ) {}

  get load(): number {
    return this.#assignments.size;
  }

  get hasRoom(): boolean {
    return !this.#closed && this.#assignments.size < MAX_LOAD;
  }

  take(assignment: Assignment): void {
    const id = this.#nextId++;
    this.#assignments.set(id, assignment);
    const raw = new Uint8Array(assignment.job.raw);
    const request: WorkerRequest = { id, raw, envelope: assignment.job.envelope };
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, [raw.buffer]);
  }

  warm(): void {
    this.#worker ??= this.#start();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    for (const id of [...this.#assignments.keys()]) this.#settle(id, { ok: false, reason: 'closed' });
    await worker?.terminate();
  }

  #start(): Worker {
    const { hostname, dnsServers, maxHeapMb } = this.options;
    const worker = new Worker(this.workerUrl, {
      workerData: { hostname, dnsServers },
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      stdout: false,
      stderr: false,
    });
    this.#isProven = false;
    worker.unref();
    worker.on('message', (report: WorkerReport) => {
      if (this.#worker === worker) this.#onReport(report);
    });
    // What it said before it died is delivered before `exit`, though not before `error`.
    let reason: string | undefined;
    worker.on('error', (error: Error & { code?: string }) => {
      reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : `crashed: ${error.message}`;
    });
    worker.on('exit', (code) => this.#lose(worker, reason ?? `crashed: exit code ${code}`));
    return worker;
  }

  #onReport(report: WorkerReport): void {
    this.#isProven = true;
    if (report.kind === 'ended') {
      this.#settle(report.id, report.outcome);
      this.callbacks.onRoom();
    } else if (this.#assignments.has(report.id)) {
      const { timeoutMs } = this.options;
      this.#begun.set(report.id, setTimeout(() => this.#kill(), timeoutMs).unref());
    }
  }

  #kill(): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#lose(worker, 'timeout');
    void worker.terminate();
  }

  /**
   * The worker is gone. If it was at one message, that one fails; if at several, each is a suspect: the one whose time
   * ran out may only have waited for DNS while another hung. What it had not begun is parsed elsewhere.
   */
  #lose(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    if (!this.#isProven) return this.#failToStart(reason);
    const [culprit, ...others] = this.#begun.keys();
    if (culprit !== undefined && others.length === 0) this.#settle(culprit, { ok: false, reason });
    const suspects: Assignment[] = [];
    const innocent: Assignment[] = [];
    for (const [id, assignment] of this.#assignments) (this.#begun.has(id) ? suspects : innocent).push(assignment);
    this.#forgetAll();
    this.callbacks.onLost({ suspects, innocent });
  }

  /** A worker that can't even start would be started again and again, and no message is to blame. */
  #failToStart(reason: string): void {
    const assignments = [...this.#assignments.values()];
    this.#forgetAll();
    for (const { reject } of assignments) reject(new Error(`The parsing worker can not start: ${reason}`));
    this.callbacks.onRoom();
  }

  #forgetAll(): void {
    for (const timer of this.#begun.values()) clearTimeout(timer);
    this.#begun.clear();
    this.#assignments.clear();
  }

  #settle(id: number, outcome: ParseOutcome): void {
    const assignment = this.#assignments.get(id);
    clearTimeout(this.#begun.get(id));
    this.#begun.delete(id);
    this.#assignments.delete(id);
    assignment?.settle(outcome);
  }
}
