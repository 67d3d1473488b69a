import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ProxiedConnections } from './proxied-connections.js';
import type { Endpoint } from './proxy-header.js';

let server: Server;
afterEach(() => void server.close());

const loopback = [{ address: '127.0.0.0', prefix: 8 }];
const header = 'PROXY TCP4 203.0.113.7 192.0.2.1 4423 25\r\n';

/** A connection to a server behind the proxies given, and whom it takes it for. */
async function open(proxied: ProxiedConnections) {
  const clients: Endpoint[] = [];
  const sockets: Socket[] = [];
  server = createServer((socket) => {
    sockets.push(socket);
    proxied.identify(socket, (client) => {
      clients.push(client);
      socket.end('welcome');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  return { client, clients, sockets };
}

async function textFrom(client: Socket): Promise<string> {
  let text = '';
  for await (const chunk of client.setEncoding('utf8')) text += chunk;
  return text;
}

describe('a connection', () => {
  it('is dropped where its header does not come in time, however steadily it trickles in', async () => {
    const { client, clients } = await open(new ProxiedConnections(loopback, 50));
    const bytes = [...header];
    const trickle = setInterval(() => client.write(bytes.shift() ?? 'x'), 10);
    client.on('error', () => undefined);
    await new Promise((resolve) => client.resume().once('close', resolve));
    clearInterval(trickle);
    expect(clients).toEqual([]);
  });

  it('is not watched any more once its header has come', async () => {
    const { client, clients, sockets } = await open(new ProxiedConnections(loopback));
    client.write(header);
    expect(await textFrom(client)).toBe('welcome');
    expect(clients).toEqual([{ address: '203.0.113.7', port: 4423 }]);
    expect(sockets[0]?.listenerCount('data')).toBe(0);
  });

  it('is taken for what it is where no proxy is trusted', async () => {
    const { client, clients } = await open(new ProxiedConnections([]));
    const port = client.localPort;
    expect(await textFrom(client)).toBe('welcome');
    expect(clients).toEqual([{ address: '127.0.0.1', port }]);
  });
});
