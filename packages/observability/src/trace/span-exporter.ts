import type { ReadableSpan } from '@opentelemetry/sdk-trace';

export type TracingOptions = {
  /** The base URL of a collector that accepts OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of traces begun here that is collected, from 0 to 1; traces from elsewhere continue as they began. */
  readonly ratio: number;
};

export type Tracing = {
  /** Sends what is left, within two seconds. */
  close(): Promise<void>;
};

export type FinishedSpan = Omit<ReadableSpan, 'resource' | 'instrumentationScope'>;

type Exporting = { readonly ratio: number; readonly record: (span: FinishedSpan) => void };

const CLOSE_MS = 2_000;
const EXPORT_MS = 5_000;
/** The most spans that wait for the collector; more are dropped, so that mail never waits for it. */
const MAX_QUEUED = 4_096;
const MAX_BATCH = 512;
const DELAY_MS = 1_000;
const DIGITS = 13;

let exporting: Exporting | null = null;

/** Whether spans are collected in this process. */
export function isExporting(): boolean {
  return exporting !== null;
}

/** Whether a trace that begins here is collected: every process gives the same answer for the same trace. */
export function isSampled(traceId: string): boolean {
  if (exporting === null) return false;
  return exporting.ratio === 1 || Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < exporting.ratio;
}

export function record(span: FinishedSpan): void {
  exporting?.record(span);
}

/** Begins to send spans; null does nothing. The libraries are loaded only if there is a collector. */
export async function startTracing(options: TracingOptions | null, serviceName: string): Promise<Tracing> {
  if (options === null) return { close: async () => {} };
  const [{ BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...options.headers }, timeoutMillis: EXPORT_MS });
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_QUEUED,
    maxExportBatchSize: MAX_BATCH,
    scheduledDelayMillis: DELAY_MS,
    exportTimeoutMillis: EXPORT_MS,
  });
  const common = {
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    instrumentationScope: { name: 'mailroom' },
  };
  const own: Exporting = {
    ratio: options.ratio,
    record: (span) => processor.onEnd({ ...span, ...common }),
  };
  exporting = own;
  return {
    close: async () => {
      if (exporting === own) exporting = null;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([processor.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
