import { afterEach, describe, expect, it } from '@jest/globals';
import { RawClient } from './raw-client.js';
import { ENVELOPE, startServer, stopServers } from './smtp-fixture.js';

afterEach(stopServers);

describe('SMTP commands', () => {
  it('greets and offers exactly what it can do', async () => {
    const { port } = await startServer();
    const client = await RawClient.connect(port);
    expect(await client.reply()).toBe('220 mx.mailroom.test ESMTP');
    expect((await client.say('EHLO client.example')).split('\n')).toEqual([
      '250-mx.mailroom.test',
      '250-SIZE 1000000',
      '250-PIPELINING',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250 ENHANCEDSTATUSCODES',
    ]);
    expect(await client.say('HELO [192.0.2.1]')).toBe('250 mx.mailroom.test');
    expect(await client.say('QUIT')).toBe('221 2.0.0 Bye');
    expect(await client.closed()).toBe('');
  });

  it.each([
    ['NOOP', /^250 2\.0\.0 /],
    ['noop whatever', /^250 2\.0\.0 /],
    ['RSET', /^250 2\.0\.0 /],
    ['RSET x', /^501 5\.5\.4 /],
    ['HELP', /^214 2\.0\.0 /],
    ['HELP MAIL', /^214 2\.0\.0 /],
    ['EXPN staff', /^502 5\.5\.1 /],
    ['AUTH PLAIN AGEAYg==', /^50[23] 5\.5\.1 /],
    ['BDAT 10 LAST', /^502 5\.5\.1 /],
    ['STARTTLS', /^502 5\.5\.1 /],
    ['VRFY', /^501 5\.5\.4 /],
    ['FROB', /^500 5\.5\.2 /],
    ['', /^500 5\.5\.2 /],
    ['MAIL', /^501 5\.5\.4 /],
    ['RCPT TO:<bob@mailroom.test>', /^503 5\.5\.1 /],
    ['DATA', /^503 5\.5\.1 /],
    ['DATA x', /^501 5\.5\.4 /],
    ['QUIT now', /^501 5\.5\.4 /],
    ['EHLO', /^501 5\.5\.4 /],
    ['HELO', /^501 5\.5\.4 /],
    ['EHLO a b', /^501 5\.5\.4 /],
    ['EHLO under_score', /^250-/],
    ['NOOP \u0000', /^500 5\.5\.2 /],
    ['NO\tOP', /^500 5\.5\.2 /],
    [`NOOP ${'x'.repeat(3000)}`, /^500 5\.5\.2 /],
    ['NOOP\nNOOP', /^500 5\.5\.2 /],
  ])('answers %j and stays in step', async (line, expected) => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    expect(await client.say(line)).toMatch(expected);
    expect(await client.say('NOOP')).toMatch(/^250 2\.0\.0 /);
  });

  it('executes nothing that stands behind a bare LF', async () => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    expect(await client.say('NOOP\nMAIL FROM:<evil@z>')).toMatch(/^500 /);
    expect(await client.say('RCPT TO:<bob@mailroom.test>')).toMatch(/^503 /);
  });

  it('answers a line that comes octet by octet', async () => {
    const { port } = await startServer();
    const client = await RawClient.connect(port);
    await client.reply();
    for (const octet of 'EHLO x\r\nQUIT\r\n') client.send(octet);
    expect(await client.reply()).toMatch(/^250-/);
    expect(await client.reply()).toMatch(/^221 /);
  });

  it('wants a greeting before MAIL', async () => {
    const { port } = await startServer();
    const client = await RawClient.connect(port);
    await client.reply();
    expect(await client.say('MAIL FROM:<ann@example.com>')).toMatch(/^503 5\.5\.1 /);
    expect(await client.say('EHLO')).toMatch(/^501 /);
    expect(await client.say('MAIL FROM:<ann@example.com>')).toMatch(/^503 5\.5\.1 /);
  });

  it('says the same of every VRFY, whoever exists', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    const replies = [await client.say('VRFY bob@mailroom.test'), await client.say('VRFY nobody@mailroom.test')];
    expect(replies[0]).toMatch(/^252 2\.1\.5 /);
    expect(replies[1]).toBe(replies[0]);
    expect(mail.asked).toEqual([]);
  });

  it.each(['GET / HTTP/1.1', 'POST / HTTP/1.1', 'CONNECT mx:25 HTTP/1.1'])('closes on %s', async (request) => {
    const { port, mail } = await startServer();
    const client = await RawClient.connect(port);
    await client.reply();
    client.send(`${request}\r\nHost: mx\r\n\r\nEHLO x\r\n${ENVELOPE}x\r\n.\r\n`);
    expect(await client.closed()).toMatch(/^421 4\.7\.0 [^\r\n]*\r\n$/);
    expect(mail.asked).toEqual([]);
  });

  it('closes after 20 bad commands', async () => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    for (let i = 1; i < 20; i += 1) expect(await client.say('FROB')).toMatch(/^500 /);
    expect(await client.say('FROB')).toMatch(/^421 4\.7\.0 /);
    expect(await client.closed()).toBe('');
  });

  it('closes after maxCommands', async () => {
    const { port } = await startServer({ maxCommands: 5 });
    const client = await RawClient.greeted(port);
    for (let i = 2; i <= 5; i += 1) expect(await client.say('NOOP')).toMatch(/^250 /);
    expect(await client.say('NOOP')).toMatch(/^421 4\.7\.0 /);
    expect(await client.closed()).toBe('');
  });

  it('answers everything said before the client closed its side', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.connect(port, { allowHalfOpen: true });
    client.socket.end(`EHLO x\r\n${ENVELOPE}hello\r\n.\r\nNOOP\r\n`);
    expect(await client.closed()).toMatch(/354 [^\r\n]*\r\n250 2\.0\.0 Accepted\r\n250 2\.0\.0 OK\r\n$/);
    expect(mail.contents).toEqual(['hello\r\n']);
  });
});
