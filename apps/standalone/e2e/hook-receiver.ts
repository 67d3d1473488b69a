import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request to a webhook receiver. */
export type Hit = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

export type HookReceiver = {
  /** The URL without a path. */
  readonly origin: string;
  readonly port: number;
  /** The hits in the order in which they came. */
  readonly hits: readonly Hit[];
  /** Closes the open connections. */
  hangUp(): void;
  close(): void;
};

/**
 * Takes webhooks on 127.0.0.1; `answer` gives the status for each hit and its number, or null for no answer, and `text`
 * what else it says.
 */
export async function startHookReceiver(
  answer: (hit: Hit, count: number) => number | null = () => 204,
  atPort = 0,
  text: (hit: Hit) => string = () => '',
): Promise<HookReceiver> {
  const hits: Hit[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const hit = { path: request.url ?? '', headers: request.headers, body };
      hits.push(hit);
      const status = answer(hit, hits.length);
      if (status !== null) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(text(hit));
    });
  }).listen(atPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hangUp = () => server.closeAllConnections();
  const close = () => {
    server.close();
    hangUp();
  };
  return { origin: `http://127.0.0.1:${port}`, port, hits, hangUp, close };
}
