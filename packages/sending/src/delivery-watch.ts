import { parseTraceparent, startSpan, type Log, type Span } from '@mailroom/observability';
import type { OutboundJob } from './outbound-job.repository.js';
import type { RecipientOutcome } from './outbound-status.js';
import { countOutcomes } from './sending-metrics.js';

type Outcomes = readonly Pick<RecipientOutcome, 'status'>[];

/** Follows one attempt at an outbound job, and records its outcome. */
export class DeliveryWatch {
  readonly #begunAt = performance.now();
  readonly #span: Span;
  readonly #counts: Record<string, number> = {};

  constructor(private readonly job: OutboundJob) {
    this.#span = startSpan('deliver message', 'consumer', parseTraceparent(job.traceparent));
  }

  /** The header for mail that is delivered inside. */
  get traceparent(): string {
    return this.#span.traceparent;
  }

  count(outcomes: Outcomes): void {
    countOutcomes(outcomes);
    for (const { status } of outcomes) this.#counts[status] = (this.#counts[status] ?? 0) + 1;
  }

  end(log: Log): void {
    const { id, emailId, attempts } = this.job;
    const outcome = Object.entries(this.#counts).map(([status, count]) => `${status} ${count}`);
    const failed = ['failed', 'retry', 'unknown'].some((status) => status in this.#counts);
    const ids = { 'mailroom.job_id': id, 'mailroom.email_id': emailId, 'mailroom.attempt': attempts };
    this.#span.end({ 'mailroom.outcome': outcome.join(', '), ...ids }, failed);
    const { traceId } = this.#span.context;
    const ms = Math.round(performance.now() - this.#begunAt);
    log.info({ traceId, jobId: id, emailId, attempt: attempts, recipients: this.#counts, ms }, 'delivery');
  }
}
