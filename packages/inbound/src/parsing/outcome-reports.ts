import type { JobBoard } from './job-board.js';
import { parsedFields } from './message-fields.js';
import { MessageOctets } from './message-octets.js';
import type { EndedJob, WorkerJob, WorkerReport } from './parse-job.js';
import { particularsOf, type Reading } from './reading.js';

/** So many outcomes are reported at once while there is more to do. Their messages are new work for the pool to send. */
const AT_ONCE = 4;

/** What a worker tells of jobs that ended: of several at once while it has others to begin, otherwise at once. */
export class OutcomeReports {
  readonly #octets = new MessageOctets();
  #ended: EndedJob[] = [];
  #isDue = false;

  constructor(
    private readonly board: JobBoard,
    private readonly report: (report: WorkerReport, transfer: readonly ArrayBuffer[]) => void,
  ) {}

  /** @param hasMore whether a job waits to be begun */
  add(job: WorkerJob, reading: Reading, hasMore: boolean): void {
    const lengths = this.#octets.add(parsedFields(job, reading));
    this.#end({ id: job.id, ...lengths, particulars: particularsOf(reading) }, hasMore);
  }

  fail(id: number, error: unknown, hasMore: boolean): void {
    this.#end({ id, reason: `crashed: ${error instanceof Error ? error.message : String(error)}` }, hasMore);
  }

  /** Reports what has ended when this turn is over, unless that happens in it. */
  soon(): void {
    if (this.#isDue || this.#ended.length === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#flush());
  }

  #end(job: EndedJob, hasMore: boolean): void {
    this.#ended.push(job);
    this.board.end(job.id);
    if (this.#ended.length >= AT_ONCE || !hasMore) this.#flush();
  }

  #flush(): void {
    this.#isDue = false;
    if (this.#ended.length === 0) return;
    const jobs = this.#ended;
    this.#ended = [];
    const octets = this.#octets.take();
    this.report({ kind: 'ended', octets, jobs }, [octets.buffer]);
  }
}
