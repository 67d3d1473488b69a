import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { UsageError } from '../usage-error.js';
import type { BridgeCalls } from './bridge-calls.js';
import { BridgeServer } from './bridge-server.js';

it('a port that is taken is named in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const listening = new BridgeServer({} as BridgeCalls, 'mrt_x').listen(port);
  await expect(listening).rejects.toThrow(UsageError);
  await expect(listening).rejects.toThrow(`Port ${port} can't be used: `);
  other.close();
});

it('passes each message of a long answer on when it comes, decrypted', async () => {
  const answer = new TransformStream<Uint8Array, Uint8Array>();
  const service = answer.writable.getWriter();
  const headers = { 'content-type': 'text/event-stream' };
  const calls = {
    sendByTool: async () => null,
    ask: async () => new Response(answer.readable, { headers }),
    decrypted: async (message: object) => ({ ...message, encryptedContent: 'plain' }),
  };
  const bridge = new BridgeServer(calls as unknown as BridgeCalls, 'mrt_x');
  const url = `http://127.0.0.1:${await bridge.listen(0)}`;
  const asked = fetch(`${url}/mcp`, { method: 'POST', headers: { 'x-agent-token': 'mrt_x' }, body: '{}' });
  const say = (message: object) => service.write(Buffer.from(`data: ${JSON.stringify(message)}\n\n`));
  void say({ id: 1, encryptedContent: 'sealed' });
  const heard = (await asked).body?.pipeThrough(new TextDecoderStream()).getReader();
  const event = (message: object) => ({ done: false, value: `event: message\ndata: ${JSON.stringify(message)}\n\n` });
  expect(await heard?.read()).toEqual(event({ id: 1, encryptedContent: 'plain' }));
  void service.write(Buffer.from(': comment\n\n'));
  expect(await heard?.read()).toEqual({ done: false, value: ': keep-alive\n\n' });
  void say({ id: 2 });
  expect(await heard?.read()).toEqual(event({ id: 2 }));
  await service.close();
  expect(await heard?.read()).toMatchObject({ done: true });
  await bridge.close();
});
