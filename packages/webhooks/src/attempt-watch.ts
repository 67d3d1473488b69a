import { parseTraceparent, startSpan, type Log, type Span } from '@mailroom/observability';
import { attempts, outcomeOfFailure, outcomeOfStatus, underWay, type AttemptOutcome } from './webhook-metrics.js';

type Ids = {
  readonly deliveryId: number;
  readonly webhookId: number;
  readonly eventId: string;
  readonly attempt: number;
};

/** Follows one request to an endpoint, and records how it ended. */
export class AttemptWatch {
  readonly #begunAt = performance.now();
  readonly #span: Span;
  #outcome: AttemptOutcome = 'unreachable';
  #status: number | null = null;

  constructor(traceparent: string | null) {
    this.#span = startSpan('webhook POST', 'client', parseTraceparent(traceparent));
    underWay.inc();
  }

  /** The header that the request carries. */
  get traceparent(): string {
    return this.#span.traceparent;
  }

  answer(status: number): void {
    this.#status = status;
    this.#outcome = outcomeOfStatus(status);
  }

  fail(error: unknown): void {
    this.#outcome = outcomeOfFailure(error);
  }

  end(log: Log, ids: Ids): void {
    const seconds = (performance.now() - this.#begunAt) / 1_000;
    const [outcome, status] = [this.#outcome, this.#status];
    underWay.dec();
    attempts[outcome].observe(seconds);
    const failed = outcome !== '2xx';
    const attributes = { 'mailroom.delivery_id': ids.deliveryId, 'mailroom.webhook_id': ids.webhookId };
    this.#span.end({ 'mailroom.attempt': ids.attempt, 'mailroom.outcome': outcome, ...attributes }, failed);
    const { traceId } = this.#span.context;
    log.info({ traceId, ...ids, outcome, status, ms: Math.round(seconds * 1_000) }, 'webhook attempt');
  }
}
