import { randomText } from '@mailroom/ids';
import { isSampled } from './span-exporter.js';

/** The place in a trace where something happens (W3C Trace Context). */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether its spans are collected. */
  readonly sampled: boolean;
};

export function newSpanId(): string {
  return randomText(8, 'hex');
}

export function newTrace(): TraceContext {
  const traceId = randomText(16, 'hex');
  return { traceId, spanId: newSpanId(), sampled: isSampled(traceId) };
}

/**
 * The trace with which a message's journey begins. Its id is the message's, and the id of its first span follows from
 * that, so whoever has the message knows both and nothing has to be stored. The last seven bytes of a version 7 UUID
 * are random, which is all that the standard asks of them.
 */
export function traceOfMessage(rawId: string): TraceContext {
  const traceId = rawId.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16), sampled: isSampled(traceId) };
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** Reads a `traceparent`; null if it is not one. */
export function parseTraceparent(text: string | null | undefined): TraceContext | null {
  const [, traceId, spanId, flags] = pattern.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
