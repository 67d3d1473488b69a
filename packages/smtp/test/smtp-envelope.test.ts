import { afterEach, describe, expect, it } from '@jest/globals';
import { RawClient } from './raw-client.js';
import { gate, startServer, stopServers, until } from './smtp-fixture.js';
import { smtpReply } from '../src/smtp-reply.js';

afterEach(stopServers);

describe('MAIL', () => {
  it.each([
    ['<ann@example.com>', /^250 2\.1\.0 /],
    [' <ann@example.com>', /^250 2\.1\.0 /],
    ['ann@example.com', /^250 2\.1\.0 /],
    ['<>', /^250 2\.1\.0 /],
    ['<a..b@example.com>', /^250 2\.1\.0 /],
    ['<.ann.@example.com> SIZE=100', /^250 2\.1\.0 /],
    ['<ann@example.com> SIZE=1000000 BODY=8BITMIME SMTPUTF8', /^250 2\.1\.0 /],
    ['<ann@example.com> size=1 body=7bit', /^250 2\.1\.0 /],
    ['<jürgen@example.com> SMTPUTF8', /^250 2\.1\.0 /],
    ['<ann@example.com> SIZE=1000001', /^552 5\.3\.4 /],
    ['<ann@example.com> SIZE=99999999999999999999', /^552 5\.3\.4 /],
    ['<ann@example.com> SIZE=-1', /^501 5\.5\.4 /],
    ['<ann@example.com> SIZE', /^501 5\.5\.4 /],
    ['<ann@example.com> SIZE=1 SIZE=2', /^501 5\.5\.4 /],
    ['<ann@example.com> BODY=BINARYMIME', /^501 5\.5\.4 /],
    ['<ann@example.com> SMTPUTF8=1', /^501 5\.5\.4 /],
    ['<ann@example.com> RET=HDRS', /^555 5\.5\.4 /],
    ['<ann@example.com> AUTH=<>', /^555 5\.5\.4 /],
    ['<jürgen@example.com>', /^553 5\.6\.7 /],
    ['<ann@bücher.example>', /^553 5\.6\.7 /],
    ['<@relay.example:ann@example.com>', /^501 5\.1\.7 /],
    ['<ann>', /^501 5\.1\.7 /],
    ['<ann@example.com>SIZE=1', /^501 5\.1\.7 /],
    ['<a@b@c>', /^501 5\.1\.7 /],
    ['', /^501 5\.1\.7 /],
  ])('FROM:%s', async (path, expected) => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    expect(await client.say(`MAIL FROM:${path}`)).toMatch(expected);
    const taken = String(expected).startsWith('/^250');
    expect(await client.say('RCPT TO:<bob@mailroom.test>')).toMatch(taken ? /^250 / : /^503 /);
  });

  it('takes no parameters after HELO', async () => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('HELO client.example');
    expect(await client.say('MAIL FROM:<ann@example.com> SIZE=1')).toMatch(/^555 5\.5\.4 /);
    expect(await client.say('MAIL FROM:<ann@example.com>')).toMatch(/^250 /);
  });

  it('refuses a second one', async () => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    expect(await client.say('MAIL FROM:<eve@example.com>')).toMatch(/^503 5\.5\.1 /);
  });

  it.each(['RSET', 'EHLO again.example', 'HELO again.example'])('is forgotten after %s', async (line) => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    await client.say('RCPT TO:<bob@mailroom.test>');
    expect(await client.say(line)).toMatch(/^250/);
    expect(await client.say('DATA')).toMatch(/^503 /);
    expect(await client.say('MAIL FROM:<ann@example.com>')).toMatch(/^250 /);
  });
});

describe('RCPT', () => {
  it.each([
    ['<bob@mailroom.test>', /^250 2\.1\.5 /],
    ['<"bob"@mailroom.test>', /^250 2\.1\.5 /],
    ['<nobody@mailroom.test>', /^550 5\.1\.1 /],
    ['<@relay.example:bob@mailroom.test>', /^550 5\.7\.1 /],
    ['<>', /^501 5\.1\.3 /],
    ['<bob>', /^501 5\.1\.3 /],
    ['<bob@mailroom.test@evil.example>', /^501 5\.1\.3 /],
    ['<"a@y" <evil@z>>', /^501 5\.1\.3 /],
    ['<bob@mailroom.test> NOTIFY=NEVER', /^555 5\.5\.4 /],
    ['<bob@mailroom.test> A=B=C', /^501 5\.5\.4 /],
    ['<jürgen@mailroom.test>', /^553 5\.6\.7 /],
  ])('TO:%s', async (path, expected) => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    expect(await client.say(`RCPT TO:${path}`)).toMatch(expected);
  });

  it('takes <postmaster> for the postmaster of this host', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<>');
    expect(await client.say('RCPT TO:<Postmaster>')).toMatch(/^250 /);
    expect(mail.asked).toEqual(['postmaster@mx.mailroom.test']);
  });

  it('names a sender with stray dots in the form that everyone can read, and a recipient never so', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<taro..yamada.@example.com>');
    expect(await client.say('RCPT TO:<bob..@mailroom.test>')).toMatch(/^501 5\.1\.3 /);
    await client.say('RCPT TO:<bob@mailroom.test>');
    await client.say('DATA');
    await client.say('Subject: x\r\n\r\nx\r\n.');
    expect(mail.messages[0]).toMatchObject({ sender: '"taro..yamada."@example.com' });
  });

  it('hands on the envelope as it was given, each recipient once and in order', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<"Ann Lee"@Example.COM> SMTPUTF8');
    for (const to of ['Bob+x@Mailroom.test', 'nobody@mailroom.test', 'jürgen@mailroom.test', 'bob+X@mailroom.test']) {
      await client.say(`RCPT TO:<${to}>`);
    }
    await client.say('DATA');
    expect(await client.say('Subject: x\r\n\r\nhi\r\n.')).toBe('250 2.0.0 Accepted');
    expect(mail.messages[0]).toMatchObject({
      sender: '"Ann Lee"@example.com',
      recipients: ['Bob+x@mailroom.test', 'jürgen@mailroom.test'],
      smtputf8: true,
      session: { clientAddress: '127.0.0.1', clientPort: client.socket.localPort, helo: 'client.example', esmtp: true },
    });
    expect(mail.asked).toHaveLength(3);
  });

  it('reports the null sender as null', async () => {
    const { port, mail } = await startServer();
    const client = await RawClient.greeted(port);
    client.send('MAIL FROM:<>\r\nRCPT TO:<bob@mailroom.test>\r\nDATA\r\n.\r\n');
    expect((await client.replies(4))[3]).toMatch(/^250 /);
    expect(mail.messages[0]).toMatchObject({ sender: null, recipients: ['bob@mailroom.test'], smtputf8: false });
  });

  it('refuses recipients past the limit, for now', async () => {
    const { port, mail } = await startServer({ maxRecipients: 2 });
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    expect(await client.say('RCPT TO:<nobody@mailroom.test>')).toMatch(/^550 /);
    expect(await client.say('RCPT TO:<a@mailroom.test>')).toMatch(/^250 /);
    expect(await client.say('RCPT TO:<b@mailroom.test>')).toMatch(/^250 /);
    expect(await client.say('RCPT TO:<c@mailroom.test>')).toMatch(/^452 4\.5\.3 /);
    expect(await client.say('RCPT TO:<a@mailroom.test>')).toMatch(/^250 /);
    expect(await client.say('DATA')).toMatch(/^354 /);
    expect(await client.say('.')).toMatch(/^250 /);
    expect(mail.messages[0]?.recipients).toEqual(['a@mailroom.test', 'b@mailroom.test']);
  });

  it('counts only admitted recipients of a pipelined batch', async () => {
    const { port } = await startServer({ maxRecipients: 2 });
    const client = await RawClient.greeted(port);
    const to = ['nobody1', 'nobody2', 'nobody3', 'a', 'b', 'c'].map((name) => `RCPT TO:<${name}@mailroom.test>\r\n`);
    client.send(`MAIL FROM:<ann@example.com>\r\n${to.join('')}`);
    const codes = (await client.replies(7)).map((reply) => reply.slice(0, 3));
    expect(codes).toEqual(['250', '550', '550', '550', '250', '250', '452']);
  });

  it('answers 451 where the look-up fails, and says what failed', async () => {
    const { port, mail, errors } = await startServer();
    mail.onAdmit = () => {
      throw new Error('no database');
    };
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    expect(await client.say('RCPT TO:<bob@mailroom.test>')).toMatch(/^451 4\.3\.0 /);
    expect(errors).toEqual([new Error('no database')]);
    mail.onAdmit = () => smtpReply(250, '2.1.5', 'OK');
    expect(await client.say('RCPT TO:<bob@mailroom.test>')).toMatch(/^250 /);
  });

  it('waits for nothing but its own answer where the client leaves in between', async () => {
    const { server, port, mail } = await startServer();
    const answer = gate<ReturnType<typeof smtpReply>>();
    mail.onAdmit = () => answer.promise;
    const client = await RawClient.greeted(port);
    client.send('MAIL FROM:<>\r\nRCPT TO:<bob@mailroom.test>\r\n');
    await until(() => mail.asked.length > 0);
    client.destroy();
    answer.open(smtpReply(250, '2.1.5', 'OK'));
    const next = await RawClient.greeted(port);
    expect(await next.say('NOOP')).toMatch(/^250 /);
    expect(server.inFlightBytes).toBe(0);
  });
});

describe('DATA without recipients', () => {
  it('is refused', async () => {
    const { port } = await startServer();
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    expect(await client.say('DATA')).toMatch(/^503 5\.5\.1 /);
    await client.say('RCPT TO:<nobody@mailroom.test>');
    expect(await client.say('DATA')).toMatch(/^554 5\.5\.1 /);
  });
});
