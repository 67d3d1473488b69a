import { afterEach, describe, expect, it } from '@jest/globals';
import { RawClient } from './raw-client.js';
import { ENVELOPE, gate, OK, startServer, stopServers, until } from './smtp-fixture.js';
import type { SmtpReply } from '../src/smtp-reply.js';

afterEach(stopServers);

async function inData(port: number): Promise<RawClient> {
  const client = await RawClient.greeted(port);
  client.send(ENVELOPE);
  expect((await client.replies(3))[2]).toMatch(/^354 /);
  return client;
}

describe('DATA', () => {
  it('hands on the content with its dots unstuffed, and nothing added', async () => {
    const { server, port, mail } = await startServer();
    const client = await inData(port);
    client.send(Buffer.from('Subject: \u00fc\r\n\r\n..\r\n.. x\r\n\u00ff.\r\n.\r\n', 'latin1'));
    expect(await client.reply()).toBe('250 2.0.0 Accepted');
    expect(mail.contents).toEqual(['Subject: \u00fc\r\n\r\n.\r\n. x\r\n\u00ff.\r\n']);
    expect(server.inFlightBytes).toBe(0);
  });

  it('takes an empty message', async () => {
    const { port, mail } = await startServer();
    const client = await inData(port);
    expect(await client.say('.')).toBe('250 2.0.0 Accepted');
    expect(mail.contents).toEqual(['']);
  });

  it.each(['\n.\n', '\n.\r\n', '\r.\r\n', '\r\n.\n', '\r\n.\r', '\r\n.\r\r\n', 'x\ny', 'x\ry'])(
    'executes nothing behind %j, refuses the message at its true end, and hangs up',
    async (trick) => {
      const { server, port, mail } = await startServer();
      const client = await inData(port);
      const smuggled = 'MAIL FROM:<evil@z>\r\nRCPT TO:<eve@mailroom.test>\r\nDATA\r\nevil';
      for (const octet of `hello${trick}${smuggled}`) client.send(octet);
      client.send(`\r\n.\r\n${ENVELOPE}next\r\n.\r\n`);
      expect(await client.reply()).toMatch(/^550 5\.6\.11 /);
      expect(await client.closed()).toBe('');
      expect(mail.messages).toEqual([]);
      expect(mail.asked).toEqual(['bob@mailroom.test']);
      expect(server.inFlightBytes).toBe(0);
    },
  );

  it('refuses a NUL, and the session goes on', async () => {
    const { port, mail } = await startServer();
    const client = await inData(port);
    client.send(`a\u0000b\r\n.\r\n${ENVELOPE}next\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^554 5\.6\.0 /);
    expect((await client.replies(4))[3]).toMatch(/^250 /);
    expect(mail.contents).toEqual(['next\r\n']);
  });

  it('refuses what is too large at its end, and the session goes on', async () => {
    const { server, port, mail } = await startServer({ maxMessageBytes: 1000 });
    const client = await inData(port);
    client.send(`${'0123456789abcdef\r\n'.repeat(100)}.\r\n`);
    expect(await client.reply()).toMatch(/^552 5\.3\.4 /);
    expect(server.inFlightBytes).toBe(0);
    client.send(`${ENVELOPE}${'x'.repeat(998)}\r\n.\r\n`);
    expect((await client.replies(4))[3]).toMatch(/^250 /);
    expect(mail.messages.map(({ content }) => content.length)).toEqual([1000]);
  });

  it('cuts off a client that pours on and on', async () => {
    const { server, port, mail } = await startServer({ maxMessageBytes: 1000 });
    const client = await inData(port);
    client.send(`${'x'.repeat(5000)}\r\n`.repeat(5));
    expect(await client.reply()).toMatch(/^421 4\.7\.0 /);
    expect(await client.closed()).toBe('');
    expect(mail.messages).toEqual([]);
    expect(server.inFlightBytes).toBe(0);
  });

  it('takes a loop for a loop', async () => {
    const { port, mail } = await startServer();
    const client = await inData(port);
    client.send(`${'Received: from a\r\n by b\r\n'.repeat(51)}\r\nhi\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^554 5\.4\.6 /);
    client.send(`${ENVELOPE}${'Received: from a\r\n by b\r\n'.repeat(50)}\r\nReceived: x\r\n.\r\n`);
    expect((await client.replies(4))[3]).toMatch(/^250 /);
    expect(mail.messages).toHaveLength(1);
  });

  it('answers 451 where there is no memory left, and takes mail again when there is', async () => {
    const { server, port, mail } = await startServer({ maxInFlightBytes: 1000 });
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const first = await inData(port);
    first.send(`${'a'.repeat(898)}\r\n.\r\n`);
    await until(() => mail.messages.length === 1);
    expect(server.inFlightBytes).toBe(900);
    const second = await inData(port);
    second.send(`${'b'.repeat(200)}\r\n.\r\n`);
    expect(await second.reply()).toMatch(/^451 4\.3\.1 /);
    expect(server.inFlightBytes).toBe(900);
    answer.open(OK);
    expect(await first.reply()).toMatch(/^250 /);
    expect(server.inFlightBytes).toBe(0);
    second.send(`${ENVELOPE}${'b'.repeat(200)}\r\n.\r\n`);
    expect((await second.replies(4))[3]).toMatch(/^250 /);
  });

  it('answers DATA itself with 451 where all memory is taken', async () => {
    const { port, mail } = await startServer({ maxInFlightBytes: 100 });
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const first = await inData(port);
    first.send(`${'a'.repeat(98)}\r\n.\r\n`);
    await until(() => mail.messages.length === 1);
    const second = await RawClient.greeted(port);
    second.send(ENVELOPE);
    expect((await second.replies(3))[2]).toMatch(/^451 4\.3\.1 /);
    answer.open(OK);
    expect(await first.reply()).toMatch(/^250 /);
    expect(await second.say('DATA')).toMatch(/^354 /);
  });

  it('delivers nothing of a message whose client left, and gives its memory back', async () => {
    const { server, port, mail } = await startServer();
    for (const leave of ['end', 'destroy'] as const) {
      const client = await inData(port);
      client.send(`${'x'.repeat(10_000)}\r\n.\r`);
      await until(() => server.inFlightBytes > 0);
      client.socket[leave]();
      await until(() => server.connectionCount === 0);
      expect(server.inFlightBytes).toBe(0);
    }
    expect(mail.messages).toEqual([]);
  });

  it('answers 451 whatever accepting fails with, and the session goes on', async () => {
    const { server, port, mail, errors } = await startServer();
    mail.onAccept = () => {
      throw new Error('disk full');
    };
    const client = await inData(port);
    expect(await client.say('hi\r\n.')).toMatch(/^451 4\.3\.0 /);
    expect(errors).toEqual([new Error('disk full')]);
    expect(server.inFlightBytes).toBe(0);
    mail.onAccept = () => OK;
    client.send(`${ENVELOPE}hi\r\n.\r\n`);
    expect((await client.replies(4))[3]).toMatch(/^250 /);
  });

  it('drops the answer to a client that has left, and gives the memory back', async () => {
    const { server, port, mail, errors } = await startServer();
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const client = await inData(port);
    client.send('hi\r\n.\r\n');
    await until(() => mail.messages.length === 1);
    client.socket.resetAndDestroy();
    await until(() => server.connectionCount === 0);
    expect(server.inFlightBytes).toBe(4);
    answer.open(OK);
    await until(() => server.inFlightBytes === 0);
    expect(errors).toEqual([]);
  });

  it('takes large messages whole', async () => {
    const { port, mail } = await startServer({ maxMessageBytes: 8_000_000 });
    const client = await inData(port);
    const lines = Array.from(
      { length: 80_000 },
      (_unused, i) => `${i % 7 === 0 ? '.' : ''}line ${i} ${'x'.repeat(60)}\r\n`,
    );
    client.send(`${lines.map((line) => (line.startsWith('.') ? `.${line}` : line)).join('')}.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    expect(mail.contents[0] === lines.join('')).toBe(true);
  });

  it('delivers what 50 clients send at once, each intact', async () => {
    const { server, port, mail } = await startServer();
    await Promise.all(
      Array.from({ length: 50 }, async (_unused, i) => {
        const client = await RawClient.greeted(port);
        for (let n = 0; n < 5; n += 1) {
          client.send(`MAIL FROM:<c${i}@example.com>\r\nRCPT TO:<r${i}@mailroom.test>\r\nDATA\r\n`);
          await client.replies(3);
          client.send(`${`${i}.${n} `.repeat(400)}\r\n..${i}\r\n`);
          expect(await client.say('.')).toMatch(/^250 /);
        }
        expect(await client.say('QUIT')).toMatch(/^221 /);
      }),
    );
    const expected = Array.from({ length: 250 }, (_unused, k) => [k % 50, Math.floor(k / 50)] as const).map(
      ([i, n]) => `c${i}@example.com r${i}@mailroom.test ${`${i}.${n} `.repeat(400)}\r\n.${i}\r\n`,
    );
    const got = mail.messages.map(({ sender, recipients, content }) => `${sender} ${recipients.join()} ${content}`);
    expect(got.sort()).toEqual(expected.sort());
    expect(server.inFlightBytes).toBe(0);
  });
});
