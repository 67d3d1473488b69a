import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { RawClient } from './raw-client.js';
import { ENVELOPE, startServer, stopServers, until } from './smtp-fixture.js';

afterEach(stopServers);

const BALANCER = '127.0.0.9';
const proxyProtocolFrom = [{ address: BALANCER, prefix: 32 }];
const viaBalancer = (port: number) => RawClient.connect(port, { localAddress: BALANCER });

const headerOf = (address: string) => `PROXY TCP4 ${address} 192.0.2.1 4423 25\r\n`;
const version1 = Buffer.from(headerOf('203.0.113.7'));
const version2 = Buffer.concat([
  Buffer.from('0d0a0d0a000d0a515549540a2111000f', 'hex'),
  Buffer.from([203, 0, 113, 7, 192, 0, 2, 1, 0x11, 0x47, 0, 25, 0x04, 0, 0]),
]);
const local = Buffer.from('0d0a0d0a000d0a515549540a20000000', 'hex');

describe.each([
  ['version 1', version1],
  ['version 2', version2],
])('a PROXY header of %s from a balancer', (_, header) => {
  it('names the client, wherever it is cut', async () => {
    const { server, port, mail } = await startServer({ proxyProtocolFrom });
    const input = Buffer.concat([header, Buffer.from(`EHLO c.example\r\n${ENVELOPE}hello\r\n.\r\nQUIT\r\n`)]);
    for (let cut = 1; cut <= header.length + 1; cut += 1) {
      const client = await viaBalancer(port);
      client.send(input.subarray(0, cut));
      // The rest is a packet of its own once the server has read this one.
      await until(() => client.socket.bytesWritten === cut && client.socket.writableLength === 0);
      await new Promise((resolve) => setImmediate(resolve));
      client.send(input.subarray(cut));
      const replies = await client.replies(7);
      expect(replies[0]).toMatch(/^220 /);
      expect(replies[5]).toBe('250 2.0.0 Accepted');
      client.destroy();
    }
    expect(mail.messages).toHaveLength(header.length + 1);
    for (const { session, content } of mail.messages) {
      expect(session).toMatchObject({ clientAddress: '203.0.113.7', clientPort: 4423 });
      expect(content.toString()).toBe('hello\r\n');
    }
    await until(() => server.connectionCount === 0);
  });

  it('is waited for before the banner, and dropped with what it lacks', async () => {
    const { server, port } = await startServer({ proxyProtocolFrom });
    for (let cut = 0; cut < header.length; cut += 1) {
      const client = await viaBalancer(port);
      if (cut > 0) client.send(header.subarray(0, cut));
      client.socket.end();
      expect(await client.closed()).toBe('');
    }
    expect(server.connectionCount).toBe(0);
  });

  it('is no more than input from anyone else', async () => {
    const { port, mail } = await startServer({ proxyProtocolFrom });
    const client = await RawClient.connect(port);
    expect(await client.reply()).toMatch(/^220 /);
    client.send(Buffer.concat([header, Buffer.from(`\r\nRSET\r\nEHLO x\r\n${ENVELOPE}hello\r\n.\r\n`)]));
    while ((await client.reply()) !== '250 2.0.0 Accepted');
    expect(mail.messages[0]?.session.clientAddress).toBe('127.0.0.1');
  });
});

describe('connections from a balancer', () => {
  it.each([
    ['in which a client speaks SMTP', 'EHLO x\r\n'],
    ['with a malformed header', 'PROXY TCP4 203.0.113.7\r\n'],
    ['with a header without an end', 'PROXY UNKNOWN '.padEnd(107, 'x')],
  ])('%s are closed with nothing said', async (_, input) => {
    const { server, port, errors } = await startServer({ proxyProtocolFrom });
    const client = await viaBalancer(port);
    client.send(input);
    expect(await client.closed()).toBe('');
    expect([server.connectionCount, errors]).toEqual([0, []]);
  });

  it.each([
    ['LOCAL', local],
    ['UNKNOWN', Buffer.from('PROXY UNKNOWN\r\n')],
  ])('count as the balancer after %s', async (_, header) => {
    const { port, mail } = await startServer({ proxyProtocolFrom });
    const client = await viaBalancer(port);
    client.send(header);
    await client.reply();
    await client.say('EHLO x');
    client.send(`${ENVELOPE}hello\r\n.\r\n`);
    expect((await client.replies(4))[3]).toBe('250 2.0.0 Accepted');
    expect(mail.messages[0]?.session.clientAddress).toBe(BALANCER);
  });

  it('are limited by the clients behind it', async () => {
    const { port } = await startServer({ proxyProtocolFrom, maxConnectionsPerClient: 2, maxConnectionsPerNetwork: 3 });
    const from = async (address: string) => {
      const client = await viaBalancer(port);
      client.send(headerOf(address));
      return (await client.reply()).slice(0, 3);
    };
    const addresses = ['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8', '203.0.113.9', '198.51.100.1'];
    const codes: string[] = [];
    for (const address of addresses) codes.push(await from(address));
    expect(codes).toEqual(['220', '220', '421', '220', '421', '220']);
  });

  it('can be secured', async () => {
    const made = await generate([{ name: 'commonName', value: 'mx.mailroom.test' }]);
    const { port, mail } = await startServer({ proxyProtocolFrom, tls: { key: made.private, cert: made.cert } });
    const client = await viaBalancer(port);
    client.send(Buffer.concat([version2, Buffer.from('EHLO x\r\nSTARTTLS\r\n')]));
    expect((await client.replies(3))[2]).toBe('220 2.0.0 Ready to start TLS');
    await client.secure();
    client.send(`EHLO x\r\n${ENVELOPE}hello\r\n.\r\n`);
    await client.replies(5);
    expect(mail.messages[0]?.session).toMatchObject({ clientAddress: '203.0.113.7', tls: { protocol: 'TLSv1.3' } });
  });

  it('whose header has not come do not hold up the end of the server', async () => {
    const { server, port } = await startServer({ proxyProtocolFrom });
    const client = await viaBalancer(port);
    client.send('PROXY ');
    await server.close(20_000);
    expect(await client.closed()).toBe('');
  });

  it('that come and go without a word are forgotten', async () => {
    const { server, port, errors } = await startServer({ proxyProtocolFrom });
    for (const leave of ['end', 'resetAndDestroy'] as const) (await viaBalancer(port)).socket[leave]();
    const client = await viaBalancer(port);
    client.send(version1);
    expect(await client.reply()).toMatch(/^220 /);
    client.destroy();
    await until(() => server.connectionCount === 0);
    expect(errors).toEqual([]);
  });
});
