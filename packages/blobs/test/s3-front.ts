import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it passes to the server, or meets one of the ways in which S3 fails. */
export type Fate = 'pass' | 'busy' | 'reset' | 'silence' | 'broken answer';

export type S3Front = {
  readonly endpoint: string;
  /** `METHOD path` of every request. */
  readonly asked: readonly string[];
  /** What happens to the next requests; later ones pass. */
  fail(...fates: readonly Fate[]): void;
  close(): Promise<void>;
};

/** Stands between a client and an S3 server and loses what it is told to lose. The client signs for this address. */
export async function startS3Front(target: string): Promise<S3Front> {
  const { port: targetPort } = new URL(target);
  const asked: string[] = [];
  const fates: Fate[] = [];
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.method ?? ''} ${(incoming.url ?? '').replace(/\?.*/, '')}`);
    handle(fates.shift() ?? 'pass', Number(targetPort), incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (...next) => void fates.push(...next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function handle(fate: Fate, port: number, incoming: IncomingMessage, response: ServerResponse): void {
  if (fate === 'silence') return;
  if (fate === 'reset') return void incoming.socket.resetAndDestroy();
  if (fate === 'busy') {
    incoming.resume();
    response.writeHead(503, { 'content-type': 'application/xml', connection: 'close' });
    response.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>');
    return;
  }
  const { method = 'GET', url: path = '/', headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fate === 'broken answer') {
      answer.once('data', (chunk: Buffer) => {
        response.write(chunk.subarray(0, chunk.length >> 1), () => response.destroy());
        answer.destroy();
      });
      return;
    }
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
