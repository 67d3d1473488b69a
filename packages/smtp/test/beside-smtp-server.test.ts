import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { RawClient } from './raw-client.js';
import { startServer, stopServers } from './smtp-fixture.js';

/** What came in: from whom, for whom, and which bytes. */
type Delivered = { readonly from: string; readonly to: string[]; readonly content: string };
type Peer = { readonly port: number; delivered(): Delivered[] };

const others = new Set<SMTPServer>();
afterEach(async () => {
  await stopServers();
  await Promise.all([...others].map((server) => new Promise<void>((resolve) => server.close(resolve))));
  others.clear();
});

async function ours(): Promise<Peer> {
  const { port, mail } = await startServer();
  const delivered = () =>
    mail.messages.map(({ content, sender, recipients }) => ({
      from: sender ?? '',
      to: [...recipients],
      content: content.toString('latin1'),
    }));
  return { port, delivered };
}

/** The library with the same limits and the same recipients. */
async function theirs(): Promise<Peer> {
  const messages: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 1_000_000,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        messages.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString('latin1'),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  others.add(server);
  return { port: (server.server.address() as AddressInfo).port, delivered: () => messages };
}

/** Each step is sent at once, and its replies are awaited: one, or as many as `expects` says. */
type Step = string | { readonly send: string; readonly expects: number };

/** The codes of a script's replies, and what came in. */
async function play(peer: Peer, steps: readonly Step[]): Promise<{ codes: string[]; delivered: Delivered[] }> {
  const client = await RawClient.connect(peer.port);
  const codes = [codeOf(await client.reply())];
  for (const step of steps) {
    const { send, expects } = typeof step === 'string' ? { send: `${step}\r\n`, expects: 1 } : step;
    client.send(Buffer.from(send, 'latin1'));
    for (const reply of await client.replies(expects)) codes.push(codeOf(reply));
  }
  client.destroy();
  return { codes, delivered: peer.delivered() };
}

const codeOf = (reply: string) => reply.slice(0, 3);

const EHLO = 'EHLO client.example';
const FROM = 'MAIL FROM:<ann@example.com>';
const TO = 'RCPT TO:<bob@mailroom.test>';
const body = (text: string): Step => ({ send: text, expects: 1 });
const message = body('Subject: hi\r\n\r\nhello\r\n.\r\n');

const alike: readonly (readonly [string, readonly Step[]])[] = [
  ['one message', [EHLO, FROM, TO, 'DATA', message, 'QUIT']],
  ['HELO instead of EHLO', ['HELO client.example', FROM, TO, 'DATA', message]],
  ['a sender of nobody', [EHLO, 'MAIL FROM:<>', TO, 'DATA', message]],
  ['two messages on one connection', [EHLO, FROM, TO, 'DATA', message, FROM, TO, 'DATA', message]],
  ['several recipients', [EHLO, FROM, TO, 'RCPT TO:<carol@mailroom.test>', 'DATA', message]],
  ['one recipient of two refused', [EHLO, FROM, TO, 'RCPT TO:<nobody@mailroom.test>', 'DATA', message]],
  ['every recipient refused', [EHLO, FROM, 'RCPT TO:<nobody@mailroom.test>', 'DATA']],
  ['a transaction that is given up', [EHLO, FROM, TO, 'RSET', 'DATA']],
  ['commands in lower case', ['ehlo client.example', 'mail from:<ann@example.com>', 'rcpt to:<bob@mailroom.test>']],
  ['RCPT before MAIL', [EHLO, TO]],
  ['DATA before RCPT', [EHLO, FROM, 'DATA']],
  ['MAIL twice', [EHLO, FROM, FROM]],
  ['MAIL without an address', [EHLO, 'MAIL']],
  ['an address without brackets that is none', [EHLO, 'MAIL FROM:ann']],
  ['a size that is too large', [EHLO, 'MAIL FROM:<ann@example.com> SIZE=2000000']],
  ['a size that fits', [EHLO, 'MAIL FROM:<ann@example.com> SIZE=2000', TO, 'DATA', message]],
  ['BODY=8BITMIME', [EHLO, 'MAIL FROM:<ann@example.com> BODY=8BITMIME', TO, 'DATA', body('\r\n\xe9\r\n.\r\n')]],
  ['a command that nobody knows', [EHLO, 'FROB', FROM, TO]],
  ['NOOP and RSET anywhere', [EHLO, 'NOOP', FROM, 'NOOP', TO, 'NOOP', 'RSET', 'NOOP']],
  ['pipelined envelope', [EHLO, { send: `${FROM}\r\n${TO}\r\nDATA\r\n`, expects: 3 }, message]],
  ['lines that begin with a dot', [EHLO, FROM, TO, 'DATA', body('\r\n..one\r\n...two\r\n.\r\n')]],
  ['an empty message', [EHLO, FROM, TO, 'DATA', body('.\r\n')]],
  ['a message whose dot comes in pieces', [EHLO, FROM, TO, 'DATA', { send: 'x\r\n.', expects: 0 }, body('\r\n')]],
];

describe('beside smtp-server, the same dialogue', () => {
  it.each(alike)('has the same outcome for %s', async (_, steps) => {
    const [mine, other] = [await play(await ours(), steps), await play(await theirs(), steps)];
    expect(mine.codes.map((code) => code[0])).toEqual(other.codes.map((code) => code[0]));
    expect(mine.delivered).toEqual(other.delivered);
  });

  it('takes the same mail from a client that is neither', async () => {
    const peers = [await ours(), await theirs()];
    for (const { port } of peers) {
      const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
      await transport.sendMail({
        envelope: { from: 'ann@example.com', to: ['bob@mailroom.test', 'carol@mailroom.test'] },
        raw: Buffer.from(`Subject: big\r\n\r\n${'.dots and text\r\n'.repeat(20_000)}`),
      });
      transport.close();
    }
    expect(peers[0]?.delivered()).toEqual(peers[1]?.delivered());
  });
});

/** Where ours is stricter on purpose: the script, the library's last reply, ours, and whether it took mail that we did not. */
const stricter: readonly (readonly [string, readonly Step[], string, string])[] = [
  ['bare LF in a message', [EHLO, FROM, TO, 'DATA', body('a\nb\r\n.\r\n')], '250', '550'],
  ['bare CR in a message', [EHLO, FROM, TO, 'DATA', body('a\rb\r\n.\r\n')], '250', '550'],
  ['NUL in a message', [EHLO, FROM, TO, 'DATA', body('a\0b\r\n.\r\n')], '250', '554'],
  ['a source route', [EHLO, 'MAIL FROM:<@a.example:ann@example.com>'], '250', '501'],
  ['a NUL in a command', [EHLO, 'NOOP \0'], '250', '500'],
  ['arguments of DATA', [EHLO, FROM, TO, 'DATA x'], '354', '501'],
  ['an unknown parameter of MAIL (RFC 5321 §4.1.1.11)', [EHLO, 'MAIL FROM:<ann@example.com> FROB=1'], '250', '555'],
];

describe('stricter than smtp-server, on purpose', () => {
  it.each(stricter)('refuses %s', async (_, steps, theirLast, ourLast) => {
    const [mine, other] = [await play(await ours(), steps), await play(await theirs(), steps)];
    expect([mine.codes.at(-1), other.codes.at(-1)]).toEqual([ourLast, theirLast]);
    expect(mine.delivered).toEqual([]);
  });
});

describe('where smtp-server leaves the RFC, ours does not', () => {
  it('takes one dot off every line that begins with one (RFC 5321 §4.5.2)', async () => {
    const steps = [EHLO, FROM, TO, 'DATA', body('\r\n.three\r\n.\r\n')];
    const [mine, other] = [await play(await ours(), steps), await play(await theirs(), steps)];
    expect(mine.delivered.map(({ content }) => content)).toEqual(['\r\nthree\r\n']);
    expect(other.delivered.map(({ content }) => content)).toEqual(['\r\n.three\r\n']);
  });

  it('takes a local part in quotes that contains a space (RFC 5321 §4.1.2)', async () => {
    const steps = [EHLO, 'MAIL FROM:<"ann lee"@example.com>'];
    const [mine, other] = [await play(await ours(), steps), await play(await theirs(), steps)];
    expect([mine.codes.at(-1), other.codes.at(-1)]).toEqual(['250', '501']);
  });
});
