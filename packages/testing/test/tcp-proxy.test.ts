import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTcpProxy, until, type TcpProxy } from '../src/index.js';

let server: Server;
let heard = '';
let proxy: TcpProxy;
beforeEach(async () => {
  heard = '';
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      socket.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
});
afterEach(async () => {
  await proxy.close();
  server.close();
});

async function client(): Promise<{ socket: Socket; text: () => string; isClosed: () => boolean }> {
  const socket = connect(proxy.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => {});
  // A reset can arrive before we hear that the connection is open.
  await once(socket, 'connect').catch(() => {});
  return { socket, text: () => text, isClosed: () => socket.closed };
}

describe('a line through the proxy', () => {
  it('carries bytes both ways, and the end', async () => {
    const { socket, text, isClosed } = await client();
    socket.write('one');
    await until(() => text() === 'one');
    socket.end();
    await until(isClosed);
    expect(text()).toBe('one');
  });

  it('is reset when it is cut, as is every new one until it is healed', async () => {
    const first = await client();
    first.socket.write('one');
    await until(() => first.text() === 'one');
    proxy.cut();
    await until(first.isClosed);
    const second = await client();
    await until(second.isClosed);
    proxy.pass();
    const third = await client();
    third.socket.write('three');
    await until(() => third.text() === 'three');
    expect([first.text(), second.text()]).toEqual(['one', '']);
  });

  it('swallows what comes while it is stalled, and is reset when it is healed', async () => {
    const used = await client();
    const idle = await client();
    idle.socket.write('idle');
    await until(() => idle.text() === 'idle');
    proxy.stall();
    used.socket.write('lost');
    const late = await client();
    late.socket.write('late');
    // Their bytes must have reached the proxy.
    await until(() => late.socket.bytesWritten === 4 && late.socket.writableLength === 0);
    await until(() => used.socket.writableLength === 0);
    proxy.pass();
    await until(late.isClosed);
    idle.socket.write('!');
    await until(() => idle.text() === 'idle!');
    expect(heard).not.toContain('late');
  });
});
