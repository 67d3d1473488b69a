import { describe, expect, it } from '@jest/globals';
import { startSpan, startTrace } from './span.js';
import { formatTraceparent, newTrace, parseTraceparent, traceOfMessage } from './trace-context.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it('is read and written as W3C has it, also of a later version', () => {
    const context = { traceId: TRACE, spanId: SPAN, sampled: true };
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual(context);
    expect(parseTraceparent(`cc-${TRACE}-${SPAN}-03-more`)).toEqual(context);
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-02`)).toEqual({ ...context, sampled: false });
    expect(formatTraceparent(context)).toBe(`00-${TRACE}-${SPAN}-01`);
  });

  it.each([
    ['', 'nothing'],
    [`ff-${TRACE}-${SPAN}-01`, 'the version that is none'],
    [`00-${'0'.repeat(32)}-${SPAN}-01`, 'no trace'],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, 'no span'],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`, 'capitals'],
    [`00-${TRACE}-${SPAN}-01x`, 'what follows'],
    [`00-${TRACE}-${SPAN}`, 'no flags'],
    [`00-${TRACE}-${SPAN}-01\r\nx: y`, 'a header in it'],
  ])('%j is none: %s', (text) => expect(parseTraceparent(text)).toBeNull());
});

describe('a trace', () => {
  it('of a message has an id that follows from the message', () => {
    const { traceId, spanId } = traceOfMessage('01926f3e-7b5a-7cc1-9abc-0123456789ab');
    expect([traceId, spanId]).toEqual(['01926f3e7b5a7cc19abc0123456789ab', '9abc0123456789ab']);
  });

  it('of its own is another each time, and is written as such', () => {
    const traces = Array.from({ length: 500 }, () => newTrace());
    expect(new Set(traces.map(({ traceId }) => traceId)).size).toBe(500);
    for (const trace of traces) expect(parseTraceparent(formatTraceparent(trace))).toEqual(trace);
  });

  it('that nobody collects is handed on as it came, with the flag of its caller', () => {
    const context = { traceId: TRACE, spanId: SPAN, sampled: true };
    expect(startSpan('work', 'internal', context).traceparent).toBe(`00-${TRACE}-${SPAN}-01`);
    expect(() => startTrace('work', 'server', context).end({})).not.toThrow();
  });
});
