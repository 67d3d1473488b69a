import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Hit = { readonly path: string; readonly headers: Record<string, string>; readonly body: string };

export type Receiver = {
  readonly port: number;
  readonly hits: readonly Hit[];
  /** Connections taken so far. */
  readonly connections: () => number;
  url(path?: string): string;
  close(): Promise<void>;
};

/** Somebody's endpoint on 127.0.0.1; what it answers is up to the test. */
export async function startReceiver(
  answer: (hit: Hit, response: ServerResponse) => void = (_, response) => void response.writeHead(204).end(),
  port = 0,
): Promise<Receiver> {
  const hits: Hit[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const hit = { path: request.url ?? '', headers: textHeaders(request.headers), body };
      hits.push(hit);
      answer(hit, response);
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    hits,
    connections: () => connections,
    url: (path = '/hook') => `http://127.0.0.1:${address.port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function textHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
