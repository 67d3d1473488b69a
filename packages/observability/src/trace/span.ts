import type { Attributes, HrTime } from '@opentelemetry/api';
import { isExporting, record } from './span-exporter.js';
import { formatTraceparent, newSpanId, newTrace, type TraceContext } from './trace-context.js';

/** The numbers are OpenTelemetry's. */
const kinds = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const;
export type SpanKind = keyof typeof kinds;

/** Ids, sizes and outcomes; never an address or any part of a message. */
export type SpanAttributes = Attributes;

const OK = 0;
const ERROR = 2;

/** A piece of work in a trace. A span that is not collected only passes its context on. */
export class Span {
  readonly #startMs: number;

  constructor(
    readonly name: string,
    readonly kind: SpanKind,
    readonly context: TraceContext,
    /** Null for the first span of its trace; undefined if nothing is collected. */
    readonly parent: TraceContext | null | undefined,
  ) {
    this.#startMs = parent === undefined ? 0 : performance.timeOrigin + performance.now();
  }

  get traceparent(): string {
    return formatTraceparent(this.context);
  }

  end(attributes: SpanAttributes, failed = false): void {
    if (this.parent === undefined) return;
    const endMs = performance.timeOrigin + performance.now();
    const { parent } = this;
    record({
      name: this.name,
      kind: kinds[this.kind],
      spanContext: () => otelContext(this.context),
      ...(parent && { parentSpanContext: otelContext(parent) }),
      startTime: hrTime(this.#startMs),
      endTime: hrTime(endMs),
      duration: hrTime(endMs - this.#startMs),
      status: { code: failed ? ERROR : OK },
      attributes,
      links: [],
      events: [],
      ended: true,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    });
  }
}

/** Begins a span as part of another one's work, or a new trace if there is none. */
export function startSpan(name: string, kind: SpanKind, parent: TraceContext | null): Span {
  if (parent === null) return startTrace(name, kind, newTrace());
  if (!parent.sampled || !isExporting()) return new Span(name, kind, parent, undefined);
  return new Span(name, kind, { ...parent, spanId: newSpanId() }, parent);
}

/** Begins a trace whose first span has this context. */
export function startTrace(name: string, kind: SpanKind, context: TraceContext): Span {
  return new Span(name, kind, context, context.sampled ? null : undefined);
}

function otelContext({ traceId, spanId, sampled }: TraceContext) {
  return { traceId, spanId, traceFlags: sampled ? 1 : 0 };
}

function hrTime(milliseconds: number): HrTime {
  const seconds = Math.floor(milliseconds / 1_000);
  return [seconds, Math.round((milliseconds - seconds * 1_000) * 1e6)];
}
