import { Worker } from 'node:worker_threads';
import type { Assignment, ParserPoolOptions } from './parser-pool.js';
import type { ParseOutcome, WorkerReport, WorkerRequest } from './parse-job.js';

/** Jobs sent ahead, so that a worker need not wait for the next one. */
const MAX_LOAD = 8;

type Callbacks = { readonly onRoom: () => void; readonly onLost: (assignments: Assignment[]) => void };

/** One place in the pool: a worker, and another one in its stead when it had to be killed. */
export class ParserThread {
  readonly #assignments = new Map<number, Assignment>();
  #worker: Worker | undefined;
  #nextId = 1;
  /** What the worker is at; it works on several at once only while they wait for DNS. */
  readonly #begun = new Map<number, NodeJS.Timeout>();
  #closed = false;

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
    const raw = Uint8Array.from(assignment.job.raw);
    const request: WorkerRequest = { id, raw, envelope: assignment.job.envelope };
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, [raw.buffer]);
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
    worker.unref();
    worker.on('message', (report: WorkerReport) => this.#onReport(report));
    worker.on('error', (error: Error & { code?: string }) => {
      this.#lose(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out of memory' : `crashed: ${error.message}`);
    });
    worker.on('exit', (code) => this.#lose(worker, `crashed: exit code ${code}`));
    return worker;
  }

  #onReport(report: WorkerReport): void {
    if (report.kind === 'ended') {
      this.#settle(report.id, report.outcome);
      this.callbacks.onRoom();
    } else if (this.#assignments.has(report.id)) {
      const { timeoutMs } = this.options;
      this.#begun.set(report.id, setTimeout(() => this.#kill(report.id), timeoutMs).unref());
    }
  }

  #kill(id: number): void {
    const worker = this.#worker;
    this.#settle(id, { ok: false, reason: 'timeout' });
    if (!worker) return;
    this.#lose(worker, 'timeout');
    void worker.terminate();
  }

  /** The worker is gone: what it was at (the last one begun) fails, unless its fate is known; the rest is parsed elsewhere. */
  #lose(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const culprit = reason === 'timeout' ? undefined : [...this.#begun.keys()].at(-1);
    if (culprit !== undefined) this.#settle(culprit, { ok: false, reason });
    const rest = [...this.#assignments.values()];
    for (const timer of this.#begun.values()) clearTimeout(timer);
    this.#begun.clear();
    this.#assignments.clear();
    this.callbacks.onLost(rest);
  }

  #settle(id: number, outcome: ParseOutcome): void {
    const assignment = this.#assignments.get(id);
    clearTimeout(this.#begun.get(id));
    this.#begun.delete(id);
    this.#assignments.delete(id);
    assignment?.settle(outcome);
  }
}
