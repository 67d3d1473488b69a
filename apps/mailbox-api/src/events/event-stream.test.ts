import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { EventStream, type StreamMessage } from './event-stream.js';

const scope = { principalId: 'token:1', tenantId: 'tnt_1', mailboxId: 1, types: new Set(['email.received']) };

function message(position: number, bytes: number): StreamMessage {
  const event = { id: `${position}`, mailboxId: 1, type: 'email.received', emailId: 1, taskStatus: null };
  return { event: { ...event, createdAt: new Date(), xid: position }, text: `data: ${'x'.repeat(bytes)}\n\n` };
}

let closeAll: () => void = () => undefined;
afterEach(() => closeAll());

/** A client over a real connection, and the response that it reads, or does not. */
async function opened(): Promise<{ client: Socket; response: ServerResponse; stream: EventStream }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closeAll = () => {
    client.destroy();
    server.close();
  };
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = await asked;
  const stream = new EventStream(scope, response);
  stream.begin('req_1');
  return { client, response, stream };
}

it('cuts off a client that reads nothing of what it missed, however much happens meanwhile', async () => {
  const { response, stream } = await opened();
  const catchingUp = stream.tell([message(1, 32 * 1024 * 1024)], 1);
  for (let position = 2; position < 100 && !response.destroyed; position += 1)
    stream.send([message(position, 64 * 1024)], position);
  expect(response.destroyed).toBe(true);
  await catchingUp;
  expect(stream.isOpen).toBe(false);
});

it('leaves no listeners behind with a slow client that catches up', async () => {
  const { client, response, stream } = await opened();
  client.resume();
  const before = response.listenerCount('close');
  for (let position = 1; position <= 12; position += 1)
    await stream.tell([message(position, 8 * 1024 * 1024)], position);
  expect([response.listenerCount('close'), response.listenerCount('drain')]).toEqual([before, 0]);
});
