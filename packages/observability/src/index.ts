export { failureLog } from './failure-log.js';
export { createLog, describeError, silentLog, type Log } from './log.js';
export {
  counter,
  counterFamily,
  counters,
  histogram,
  histogramFamily,
  histograms,
  level,
  levels,
  SECONDS,
  type Distribution,
  type Level,
  type Tally,
} from './metrics/declare.js';
export { MAX_COUNTED, scrapedGauge, type GaugeSource, type Sample } from './metrics/gauge-source.js';
export { Scrape } from './metrics/scrape.js';
export { safeText } from './safe-text.js';
export { startTracing, type Tracing, type TracingOptions } from './trace/span-exporter.js';
export { Span, startSpan, startTrace, type SpanAttributes } from './trace/span.js';
export { formatTraceparent, parseTraceparent, traceOfMessage, type TraceContext } from './trace/trace-context.js';
