import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it says to a method; an answer in full where it takes the response itself. */
export type Says = (method: string, response: ServerResponse, body: string) => unknown;

/** A node that says what the test wants, and counts what it was asked. */
export async function fakeChain(says: Says) {
  let asked = 0;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      asked += 1;
      const body = Buffer.concat(pieces).toString();
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const result = says(method, response, body);
      if (result !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
