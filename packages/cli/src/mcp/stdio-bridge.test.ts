import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { StdioBridge } from './stdio-bridge.js';

const updated = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'mail://ä' } };
const ended = { jsonrpc: '2.0', id: 1, result: {} };

it('hands each message of a long answer on when it comes', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const bridge = new StdioBridge({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'mrt_x',
    input,
    write: (line) => output.write(line),
    signal: AbortSignal.timeout(10_000),
  });
  const running = bridge.run();
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' })}\n`);
  const [, response] = await asked;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const bytes = Buffer.from(`: keep-alive\r\n\r\nevent: message\r\ndata: ${JSON.stringify(updated)}\r\n\r\n`);
  // A character comes in two pieces, and so does the end of a message.
  const seam = bytes.indexOf('ä') + 1;
  for (const piece of [bytes.subarray(0, seam), bytes.subarray(seam, -2), bytes.subarray(-2)]) {
    response.write(piece);
    await setImmediate();
  }
  expect(await once(output, 'data')).toEqual([`${JSON.stringify(updated)}\n`]);
  response.end(`data: ${JSON.stringify(ended)}\n\n`);
  expect(await once(output, 'data')).toEqual([`${JSON.stringify(ended)}\n`]);
  input.end();
  await running;
  server.close();
});

it('says to which address a request could not be handed on, and why', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const said: string[] = [];
  const bridge = new StdioBridge({
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'mrt_x',
    input: PassThrough.from(['{"jsonrpc":"2.0","id":1,"method":"ping"}\n', 'no JSON\n']),
    write: (line) => said.push(line),
    signal: AbortSignal.timeout(10_000),
  });
  await bridge.run();
  const message = `The service could not be reached at http://127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}.`;
  expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is not JSON.' } },
    { jsonrpc: '2.0', id: 1, error: { code: -32_603, message } },
  ]);
});
