import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CollectedSpan = {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** "" for the first span of its trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
};

export type OtlpCollector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that was sent, as it arrived. */
  text(): string;
  close(): Promise<void>;
};

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
type Pair = { readonly key: string; readonly value: Value };
type OtlpSpan = Omit<CollectedSpan, 'service' | 'attributes' | 'parentSpanId'> & {
  readonly parentSpanId?: string;
  readonly attributes: readonly Pair[];
};
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
};

/** A collector that accepts traces as OTLP in JSON over HTTP and keeps them. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  let text = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      text += `${JSON.stringify(request.headers)}\n${body}\n`;
      spans.push(...read(JSON.parse(body) as Export));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => text,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function read({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(recordOf(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ name, traceId, spanId, parentSpanId = '', attributes }) => {
        return { service, name, traceId, spanId, parentSpanId, attributes: recordOf(attributes) };
      });
  });
}

function recordOf(pairs: readonly Pair[]): Record<string, unknown> {
  const valueOf = ({ stringValue, intValue, doubleValue }: Value) => stringValue ?? intValue ?? doubleValue;
  return Object.fromEntries(pairs.map(({ key, value }) => [key, valueOf(value)]));
}
