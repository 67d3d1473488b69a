import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RawClient } from './raw-client.js';
import { ENVELOPE, gate, OK, startServer, stopServers, until } from './smtp-fixture.js';
import type { SmtpReply } from '../src/smtp-reply.js';
import { SmtpServer } from '../src/smtp-server.js';

afterEach(stopServers);

describe('connections', () => {
  it('of one client are turned away past the limit, and welcome again below it', async () => {
    const { server, port } = await startServer({ maxConnectionsPerClient: 2 });
    const first = await RawClient.greeted(port);
    await RawClient.greeted(port);
    const third = await RawClient.connect(port);
    expect(await third.closed()).toMatch(/^421 4\.7\.0 [^\r\n]*\r\n$/);
    await first.say('QUIT');
    first.destroy();
    await until(() => server.connectionCount === 1);
    const fourth = await RawClient.connect(port);
    expect(await fourth.reply()).toMatch(/^220 /);
  });

  it('past the limit in all take the place of the one that has been idle for the longest', async () => {
    const { server, port } = await startServer({ maxConnections: 3 });
    const clients = [await RawClient.greeted(port), await RawClient.greeted(port), await RawClient.greeted(port)];
    const [first, second, third] = clients;
    await first?.say('NOOP');
    const fourth = await RawClient.connect(port);
    expect(await fourth.reply()).toMatch(/^220 /);
    expect(await second?.closed()).toMatch(/^421 4\.7\.0 [^\r\n]*\r\n$/);
    expect([await first?.say('NOOP'), await third?.say('NOOP')]).toEqual([
      expect.stringMatching(/^250 /),
      expect.stringMatching(/^250 /),
    ]);
    expect(server.connectionCount).toBe(3);
  });

  it('never take the place of one whose message is on its way, or waits for our answer', async () => {
    const { port, mail } = await startServer({ maxConnections: 2 });
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const inData = await RawClient.greeted(port);
    inData.send(`${ENVELOPE}x\r\n`);
    await inData.replies(3);
    const awaiting = await RawClient.greeted(port);
    awaiting.send(`${ENVELOPE}x\r\n.\r\n`);
    await awaiting.replies(3);
    await until(() => mail.messages.length === 1);
    expect(await (await RawClient.connect(port)).reply()).toMatch(/^421 4\.7\.0 /);
    inData.send('.\r\n');
    answer.open(OK);
    expect([await inData.reply(), await awaiting.reply()]).toEqual(['250 2.0.0 Accepted', '250 2.0.0 Accepted']);
  });

  it('that are idle by the hundred keep nobody out', async () => {
    const { port, mail } = await startServer({ maxConnections: 200, maxConnectionsPerClient: 20 });
    const addresses = Array.from({ length: 10 }, (_, i) => `127.0.0.${i + 10}`);
    for (const localAddress of addresses)
      await Promise.all(
        Array.from({ length: 20 }, async () => (await RawClient.connect(port, { localAddress })).reply()),
      );
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}x\r\n.\r\n`);
    await client.replies(3);
    expect(await client.reply()).toBe('250 2.0.0 Accepted');
    expect(mail.messages).toHaveLength(1);
  });

  it('are counted per client address', async () => {
    const { port } = await startServer({ maxConnectionsPerClient: 1 });
    await RawClient.greeted(port);
    const other = await RawClient.connect(port, { localAddress: '127.0.0.2' });
    expect(await other.reply()).toMatch(/^220 /);
    expect(await (await RawClient.connect(port)).reply()).toMatch(/^421 /);
  });

  it('are forgotten when they end, however often a client comes back', async () => {
    const { server, port } = await startServer({ maxConnectionsPerClient: 1 });
    for (let i = 0; i < 5; i += 1) {
      const client = await RawClient.connect(port);
      expect(await client.reply()).toMatch(/^220 /);
      client.destroy();
      await until(() => server.connectionCount === 0);
    }
  });

  it('rejects a port that is taken', async () => {
    const { port, mail } = await startServer();
    const { server } = await startServer();
    expect(server.connectionCount).toBe(0);
    const second = new SmtpServer({ ...serverOptions, hostname: 'x' }, mail);
    await expect(second.listen('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

const serverOptions = {
  maxMessageBytes: 1000,
  maxRecipients: 1,
  maxConnections: 1,
  proxyProtocolFrom: [],
  maxConnectionsPerClient: 1,
  maxConnectionsPerNetwork: 1,
  maxCommands: 1,
  maxReceivedHeaders: 1,
  maxInFlightBytes: 1000,
  idleTimeoutMs: 1000,
  dataTimeoutMs: 1000,
  tls: null,
};

describe('clocks', () => {
  it('close a session without commands', async () => {
    const { port } = await startServer({ idleTimeoutMs: 50 });
    const client = await RawClient.greeted(port);
    expect(await client.closed()).toMatch(/^421 4\.4\.2 [^\r\n]*\r\n$/);
  });

  it('close a session that never finishes its command', async () => {
    const { port } = await startServer({ idleTimeoutMs: 100 });
    const client = await RawClient.greeted(port);
    const trickle = setInterval(() => client.send('x'), 10);
    expect(await client.closed()).toMatch(/^421 4\.4\.2 [^\r\n]*\r\n$/);
    clearInterval(trickle);
  });

  it('close a session that stops in DATA', async () => {
    const { server, port } = await startServer({ idleTimeoutMs: 50 });
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}x`);
    await client.replies(3);
    expect(await client.closed()).toMatch(/^421 4\.4\.2 [^\r\n]*\r\n$/);
    expect(server.inFlightBytes).toBe(0);
  });

  it('close a session whose DATA only trickles', async () => {
    const { server, port, mail } = await startServer({ dataTimeoutMs: 150 });
    const client = await RawClient.greeted(port);
    client.send(ENVELOPE);
    await client.replies(3);
    const trickle = setInterval(() => client.send('x\r\n'), 10);
    expect(await client.closed()).toMatch(/^421 4\.4\.2 [^\r\n]*\r\n$/);
    clearInterval(trickle);
    expect(mail.messages).toEqual([]);
    expect(server.inFlightBytes).toBe(0);
  });

  it('do not run while the answer is ours to give', async () => {
    const { port, mail } = await startServer({ idleTimeoutMs: 300, dataTimeoutMs: 300 });
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}x\r\n.\r\n`);
    await client.replies(3);
    // Another session that was opened later is closed by the same clock, which has run by then.
    const other = await RawClient.greeted(port);
    expect(await other.closed()).toMatch(/^421 4\.4\.2 /);
    const another = await RawClient.greeted(port);
    expect(await another.closed()).toMatch(/^421 4\.4\.2 /);
    answer.open(OK);
    expect(await client.reply()).toBe('250 2.0.0 Accepted');
  });

  it('drop a client that never reads', async () => {
    const { server, port } = await startServer({ idleTimeoutMs: 100, maxCommands: 10_000_000 });
    const client = await RawClient.greeted(port);
    client.socket.pause();
    const pour = setInterval(() => client.socket.writableLength < 1e6 && client.send('NOOP\r\n'.repeat(20_000)), 1);
    expect(server.connectionCount).toBe(1);
    await until(() => server.connectionCount === 0);
    clearInterval(pour);
    client.destroy();
  });
});

describe('close', () => {
  it('tells idle sessions and refuses new ones', async () => {
    const { server, port } = await startServer();
    const idle = await RawClient.greeted(port);
    const inTransaction = await RawClient.greeted(port);
    await inTransaction.say('MAIL FROM:<ann@example.com>');
    const closed = server.close(20_000);
    expect(await idle.closed()).toMatch(/^421 4\.3\.2 [^\r\n]*\r\n$/);
    expect(await inTransaction.closed()).toMatch(/^421 4\.3\.2 [^\r\n]*\r\n$/);
    await closed;
    await expect(RawClient.connect(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('lets a message in DATA finish, and no other begin', async () => {
    const { server, port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}first\r\n`);
    await client.replies(3);
    const closed = server.close(20_000);
    client.send(`.\r\n${ENVELOPE}second\r\n.\r\n`);
    expect(await client.closed()).toMatch(/^250 2\.0\.0 Accepted\r\n421 4\.3\.2 [^\r\n]*\r\n$/);
    await closed;
    expect(mail.contents).toEqual(['first\r\n']);
  });

  it('waits for the answer to a message', async () => {
    const { server, port, mail } = await startServer();
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}x\r\n.\r\n`);
    await client.replies(3);
    await until(() => mail.messages.length === 1);
    let isClosed = false;
    const closed = server.close(20_000).then(() => (isClosed = true));
    expect(isClosed).toBe(false);
    answer.open(OK);
    expect(await client.closed()).toMatch(/^250 2\.0\.0 Accepted\r\n421 4\.3\.2 /);
    await closed;
  });

  it('drops what takes longer than the grace, and gives its memory back', async () => {
    const { server, port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}first\r\n`);
    await client.replies(3);
    await until(() => server.inFlightBytes > 0);
    await server.close(30);
    expect(await client.closed()).toBe('');
    expect(mail.messages).toEqual([]);
    expect(server.inFlightBytes).toBe(0);
  });

  it('does not wait for clients that ignore it', async () => {
    const { server, port } = await startServer();
    const deaf = await RawClient.connect(port, { allowHalfOpen: true });
    await deaf.reply();
    const begun = performance.now();
    await server.close(60_000);
    expect(performance.now() - begun).toBeLessThan(30_000);
    deaf.socket.destroy();
    await once(deaf.socket, 'close');
  });
});
