import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { generate } from 'selfsigned';
import { RawClient } from './raw-client.js';
import { ENVELOPE, startServer, stopServers, until } from './smtp-fixture.js';
import type { SmtpServerOptions } from '../src/smtp-server.options.js';

let tls: NonNullable<SmtpServerOptions['tls']>;

beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'mx.mailroom.test' }]);
  tls = { key: made.private, cert: made.cert };
});

afterEach(stopServers);

async function secured(port: number): Promise<RawClient> {
  const client = await RawClient.greeted(port);
  expect(await client.say('STARTTLS')).toBe('220 2.0.0 Ready to start TLS');
  await client.secure();
  return client;
}

describe('STARTTLS', () => {
  it('is offered before TLS and not within it', async () => {
    const { port } = await startServer({ tls });
    const client = await RawClient.greeted(port);
    expect(await client.say('EHLO x')).toContain('250 STARTTLS');
    expect(await client.say('STARTTLS now')).toMatch(/^501 5\.5\.4 /);
    await client.say('STARTTLS');
    await client.secure();
    expect(await client.say('EHLO x')).not.toContain('STARTTLS');
    expect(await client.say('STARTTLS')).toMatch(/^503 5\.5\.1 /);
  });

  it('forgets everything said before it', async () => {
    const { port } = await startServer({ tls });
    const client = await RawClient.greeted(port);
    await client.say('MAIL FROM:<ann@example.com>');
    await client.say('RCPT TO:<bob@mailroom.test>');
    await client.say('STARTTLS');
    await client.secure();
    expect(await client.say('DATA')).toMatch(/^503 /);
    expect(await client.say('MAIL FROM:<ann@example.com>')).toMatch(/^503 /);
  });

  it('carries pipelined messages, and tells how they came', async () => {
    const { server, port, mail } = await startServer({ tls });
    const client = await secured(port);
    client.send(`EHLO y.example\r\n${ENVELOPE}one\r\n.\r\n${ENVELOPE}two\r\n.\r\nQUIT\r\n`);
    expect((await client.replies(10))[9]).toMatch(/^221 /);
    expect(await client.closed()).toBe('');
    expect(mail.contents).toEqual(['one\r\n', 'two\r\n']);
    expect(mail.messages[0]?.session).toMatchObject({
      helo: 'y.example',
      clientAddress: '127.0.0.1',
      tls: { protocol: 'TLSv1.3', cipher: expect.stringMatching(/^TLS_/) },
    });
    await until(() => server.connectionCount === 0);
  });

  it.each(['RSET\r\n', 'MAIL FROM:<evil@z>\r\n', 'x'])('hangs up where %j came with it', async (injected) => {
    const { server, port, mail } = await startServer({ tls });
    const client = await RawClient.greeted(port);
    client.send(`STARTTLS\r\n${injected}`);
    expect(await client.closed()).toMatch(/^501 5\.5\.4 [^\r\n]*\r\n$/);
    expect(mail.asked).toEqual([]);
    client.destroy();
    await until(() => server.connectionCount === 0);
  });

  it('never executes plain text that arrives in place of the handshake', async () => {
    const { server, port } = await startServer({ tls });
    const client = await RawClient.greeted(port);
    await client.say('STARTTLS');
    client.send('EHLO x\r\nMAIL FROM:<evil@z>\r\n');
    expect(await client.closed()).not.toMatch(/250|503/);
    await until(() => server.connectionCount === 0);
  });

  it('answers everything said before the client closed its side', async () => {
    const { port, mail } = await startServer({ tls });
    const client = await secured(port);
    client.socket.end(`EHLO x\r\n${ENVELOPE}hello\r\n.\r\n`);
    expect((await client.replies(5))[4]).toBe('250 2.0.0 Accepted');
    expect(mail.contents).toEqual(['hello\r\n']);
  });

  it('drops a client that never shakes hands', async () => {
    const { server, port, errors } = await startServer({ tls, idleTimeoutMs: 60 });
    const client = await RawClient.greeted(port);
    await client.say('STARTTLS');
    await until(() => server.connectionCount === 0);
    expect(await client.closed()).toBe('');
    expect(errors).toEqual([]);
  });

  it('survives clients that leave in mid-handshake', async () => {
    const { server, port, errors } = await startServer({ tls });
    for (const leave of ['end', 'resetAndDestroy'] as const) {
      const client = await RawClient.greeted(port);
      await client.say('STARTTLS');
      client.send(Buffer.from([22, 3, 1, 2, 0, 1]));
      client.socket[leave]();
      await until(() => server.connectionCount === 0);
    }
    expect(errors).toEqual([]);
    await secured(port);
  });

  it('survives clients that leave in mid-DATA', async () => {
    const { server, port } = await startServer({ tls });
    const client = await secured(port);
    client.send(`EHLO x\r\n${ENVELOPE}some`);
    await client.replies(4);
    await until(() => server.inFlightBytes > 0);
    client.destroy();
    await until(() => server.connectionCount === 0);
    expect(server.inFlightBytes).toBe(0);
  });

  it('ends with the server, in mid-handshake and after', async () => {
    const { server, port } = await startServer({ tls });
    const before = await RawClient.greeted(port);
    await before.say('STARTTLS');
    const after = await secured(port);
    await after.say('NOOP');
    const closed = server.close(20_000);
    expect(await after.closed()).toMatch(/^421 4\.3\.2 /);
    expect(await before.closed()).toBe('');
    await closed;
  });

  it('refuses TLS 1.1', async () => {
    const { port } = await startServer({ tls });
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { rejectUnauthorized: false, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
    });
    await expect(transport.sendMail({ from: 'a@b', to: 'c@mailroom.test', text: 'x' })).rejects.toMatchObject({
      code: expect.stringMatching(/ESOCKET|ETLS/),
    });
  });

  it('complains at once of a key that does not fit', async () => {
    await expect(startServer({ tls: { key: 'no key', cert: tls.cert } })).rejects.toThrow();
  });
});

describe('nodemailer', () => {
  it.each([
    ['in plain text', { ignoreTLS: true }, null],
    ['with STARTTLS', { requireTLS: true, tls: { rejectUnauthorized: false } }, 'TLSv1.3'],
  ])('delivers %s', async (_how, options, protocol) => {
    const { port, mail } = await startServer({ tls });
    const transport = createTransport({ host: '127.0.0.1', port, ...options });
    const info = await transport.sendMail({
      from: 'Ann <ann@example.com>',
      to: ['bob@mailroom.test', 'nobody@mailroom.test'],
      bcc: 'eve@mailroom.test',
      subject: 'Grüße',
      text: '.\n..\nhello\n.\n',
      attachments: [{ filename: 'a.bin', content: Buffer.alloc(100_000, 7) }],
    });
    expect(info).toMatchObject({
      accepted: ['bob@mailroom.test', 'eve@mailroom.test'],
      rejected: ['nobody@mailroom.test'],
      response: '250 2.0.0 Accepted',
    });
    expect(mail.messages[0]).toMatchObject({
      sender: 'ann@example.com',
      recipients: ['bob@mailroom.test', 'eve@mailroom.test'],
    });
    expect(mail.messages[0]?.session.tls?.protocol ?? null).toBe(protocol);
    expect(mail.contents[0]).toContain('\r\n\r\n.\r\n..\r\nhello\r\n.\r\n');
  });

  it('delivers to an address beyond ASCII', async () => {
    const { port, mail } = await startServer();
    const transport = createTransport({ host: '127.0.0.1', port });
    await transport.sendMail({ from: 'ann@example.com', to: 'jürgen@mailroom.test', text: 'x' });
    expect(mail.messages[0]).toMatchObject({ recipients: ['jürgen@mailroom.test'], smtputf8: true });
  });
});
