import { afterEach, describe, expect, it } from '@jest/globals';
import { RawClient } from './raw-client.js';
import { ENVELOPE, gate, OK, startServer, stopServers, until } from './smtp-fixture.js';
import { smtpReply, type SmtpReply } from '../src/smtp-reply.js';

afterEach(stopServers);

const codesOf = (replies: readonly string[]) => replies.map((reply) => reply.slice(0, 3));

describe('PIPELINING', () => {
  it('answers a batch in order and in one packet', async () => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    const to = ['a', 'nobody', 'b'].map((name) => `RCPT TO:<${name}@mailroom.test>\r\n`).join('');
    client.send(`MAIL FROM:<ann@example.com>\r\n${to}DATA\r\n`);
    expect(codesOf(await client.replies(5))).toEqual(['250', '250', '550', '250', '354']);
    expect(client.packets).toBe(1);
  });

  it('asks for all recipients of a batch at once, and keeps order whichever answer comes first', async () => {
    const { port, mail } = await startServer();
    const answers = new Map(['a', 'b', 'c'].map((name) => [name, gate<SmtpReply>()]));
    mail.onAdmit = ({ localPart }) => answers.get(localPart)?.promise ?? OK;
    const client = await RawClient.greeted(port);
    const to = ['a', 'b', 'c'].map((name) => `RCPT TO:<${name}@mailroom.test>\r\n`).join('');
    client.send(`MAIL FROM:<ann@example.com>\r\n${to}DATA\r\nRSET\r\n.\r\n`);
    await until(() => mail.asked.length === 3);
    answers.get('c')?.open(smtpReply(250, '2.1.5', 'third'));
    answers.get('b')?.open(smtpReply(550, '5.1.1', 'second'));
    answers.get('a')?.open(smtpReply(250, '2.1.5', 'first'));
    expect(await client.replies(6)).toEqual([
      '250 2.1.0 OK',
      '250 2.1.5 first',
      '550 5.1.1 second',
      '250 2.1.5 third',
      expect.stringMatching(/^354 /),
      '250 2.0.0 Accepted',
    ]);
    expect(mail.messages[0]).toMatchObject({ recipients: ['a@mailroom.test', 'c@mailroom.test'] });
    expect(mail.contents).toEqual(['RSET\r\n']);
  });

  it('lets nothing overtake recipients that are still asked for', async () => {
    const { port, mail } = await startServer();
    const answer = gate<SmtpReply>();
    mail.onAdmit = () => answer.promise;
    const client = await RawClient.greeted(port);
    client.send('MAIL FROM:<ann@example.com>\r\nRCPT TO:<a@mailroom.test>\r\nRSET\r\nDATA\r\nQUIT\r\n');
    await until(() => mail.asked.length === 1);
    answer.open(smtpReply(250, '2.1.5', 'OK'));
    expect(codesOf(await client.replies(5))).toEqual(['250', '250', '250', '503', '221']);
  });

  it('asks once for a recipient that is named twice in one batch', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    client.send(`MAIL FROM:<ann@example.com>\r\n${'RCPT TO:<a@mailroom.test>\r\n'.repeat(5)}`);
    expect(codesOf(await client.replies(6))).toEqual(Array(6).fill('250'));
    expect(mail.asked).toEqual(['a@mailroom.test']);
  });

  it('takes several messages out of one packet', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    const one = (text: string) => `${ENVELOPE}${text}\r\n.\r\n`;
    client.send(`${one('first')}${one('..second')}${one('third')}QUIT\r\n`);
    const codes = ['250', '250', '354', '250'];
    expect(codesOf(await client.replies(13))).toEqual([...codes, ...codes, ...codes, '221']);
    expect(mail.contents).toEqual(['first\r\n', '.second\r\n', 'third\r\n']);
    expect(new Set(mail.messages.map(({ id }) => id)).size).toBe(3);
  });

  it('takes the same messages octet by octet', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    for (const octet of `${ENVELOPE}..a\r\n.\r\n${ENVELOPE}b\r\n.\r\nQUIT\r\n`) client.send(octet);
    expect(codesOf(await client.replies(9)).at(-1)).toBe('221');
    expect(mail.contents).toEqual(['.a\r\n', 'b\r\n']);
  });

  it('does nothing more for a client while its message awaits an answer, and takes no unbounded input', async () => {
    const { port, mail } = await startServer();
    const answer = gate<SmtpReply>();
    mail.onAccept = () => answer.promise;
    const client = await RawClient.greeted(port);
    client.send(`${ENVELOPE}first\r\n.\r\n${ENVELOPE}second\r\n.\r\n`);
    await until(() => mail.messages.length === 1);
    let written = 0;
    // We write until the kernel's buffers are full: the server has stopped reading.
    while (client.socket.writableLength < 1_000_000 && written < 50_000_000) {
      client.socket.write('NOOP\r\n'.repeat(20_000));
      written += 120_000;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(client.socket.writableLength).toBeGreaterThanOrEqual(1_000_000);
    expect(mail.messages).toHaveLength(1);
    client.destroy();
    answer.open(OK);
  });

  it('keeps no unbounded replies for a client that reads none', async () => {
    const { server, port } = await startServer({ maxCommands: 10_000_000 });
    const client = await RawClient.greeted(port);
    client.socket.pause();
    let written = 0;
    while (client.socket.writableLength < 1_000_000 && written < 50_000_000) {
      client.socket.write('NOOP\r\n'.repeat(20_000));
      written += 120_000;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(client.socket.writableLength).toBeGreaterThanOrEqual(1_000_000);
    client.socket.resume();
    client.send('QUIT\r\n');
    expect(await client.closed()).toMatch(/221 2\.0\.0 Bye\r\n$/);
    await until(() => server.connectionCount === 0);
  });
});
