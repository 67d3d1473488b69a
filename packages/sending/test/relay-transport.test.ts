import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { RelayTransport } from '../src/relay.transport.js';
import { startHop, type NextHopScript } from './next-hop.js';

const content = Buffer.from(`Subject: hi\r\n\r\n${'text '.repeat(4_000)}\r\n..dots\r\n`);
const envelope = {
  sender: 'agent@mailroom.test',
  recipients: [
    { position: 0, address: 'a@x.test' },
    { position: 1, address: 'b@x.test' },
  ],
};

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
  cleanUp = [];
});

async function relayTo(script: NextHopScript) {
  const hop = await startHop(script);
  const transport = new RelayTransport(`smtp://127.0.0.1:${hop.port}`, 'mail.mailroom.test');
  cleanUp.push(
    () => hop.close(),
    () => transport.close(),
  );
  const marks: number[][] = [];
  const deliver = () =>
    transport.deliver(envelope, content, async (positions) => {
      marks.push([...positions]);
    });
  return { hop, marks, deliver };
}

const statuses = (outcomes: { status: string }[]) => outcomes.map(({ status }) => status);

async function secureServer(options: SMTPServerOptions): Promise<{ port: number; received: string[] }> {
  const received: string[] = [];
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'rsa' });
  const server = new SMTPServer({
    key,
    cert,
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        received.push(`${session.secure ? 'tls' : 'plain'} ${session.user ?? 'nobody'}`);
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, received };
}

describe('a relay', () => {
  it('gets the message byte for byte, with the envelope, after the mark', async () => {
    const { hop, marks, deliver } = await relayTo({});
    const outcomes = await deliver();
    expect(statuses(outcomes)).toEqual(['sent', 'sent']);
    expect(outcomes[0]?.smtpReply).toContain('queued as Q1');
    expect(marks).toEqual([[0, 1]]);
    expect(hop.messages).toHaveLength(1);
    expect(hop.messages[0]).toMatchObject({ sender: envelope.sender, recipients: ['a@x.test', 'b@x.test'] });
    expect(hop.messages[0]?.content.replaceAll('\r\n..', '\r\n.')).toBe(content.toString());
  });

  it.each([20, 2_000_000])(
    'that drops in mid-DATA of %d words is asked again, and gets the message once',
    async (words) => {
      const large = Buffer.from(`Subject: hi\r\n\r\n${'text '.repeat(words)}\r\n`);
      const hop = await startHop({ dropAfterBytes: 100 });
      const transport = new RelayTransport(`smtp://127.0.0.1:${hop.port}`, 'mail.mailroom.test');
      cleanUp.push(
        () => hop.close(),
        () => transport.close(),
      );
      // The commit takes long enough for the drop to happen first.
      const mark = () => until(() => hop.drops > 0);
      expect(statuses(await transport.deliver(envelope, large, mark))).toEqual(['retry', 'retry']);
      expect(hop.messages).toEqual([]);
      hop.script = {};
      expect(statuses(await transport.deliver(envelope, large, async () => {}))).toEqual(['sent', 'sent']);
      expect(hop.messages.map(({ content: text }) => text.length)).toEqual([large.length]);
    },
  );

  it.each<[string, (step: string) => string | undefined, string[]]>([
    [
      'refuses the connection for now',
      (step) => (step === 'connect' ? '421 4.3.2 later' : undefined),
      ['retry', 'retry'],
    ],
    [
      'refuses the connection for good, which concerns no message',
      (step) => (step === 'connect' ? '554 5.3.2 never' : undefined),
      ['retry', 'retry'],
    ],
    ['drops the greeting', (step) => (step === 'EHLO' ? 'drop' : undefined), ['retry', 'retry']],
    ['refuses the sender for now', (step) => (step === 'MAIL' ? '451 4.1.8 later' : undefined), ['retry', 'retry']],
    ['refuses the sender for good', (step) => (step === 'MAIL' ? '550 5.1.8 no' : undefined), ['failed', 'failed']],
    [
      'refuses one recipient for good',
      (step) => (step === 'RCPT a@x.test' ? '550 5.1.1 no' : undefined),
      ['failed', 'sent'],
    ],
    [
      'refuses one recipient for now',
      (step) => (step === 'RCPT b@x.test' ? '450 4.2.0 no' : undefined),
      ['sent', 'retry'],
    ],
    [
      'refuses every recipient, each its way',
      (step) => (step === 'RCPT a@x.test' ? '550 5.1.1 no' : step.startsWith('RCPT') ? '450 4.2.0 later' : undefined),
      ['failed', 'retry'],
    ],
    ['drops at a recipient', (step) => (step === 'RCPT b@x.test' ? 'drop' : undefined), ['retry', 'retry']],
    ['refuses the data for now', (step) => (step === 'DATA' ? '452 4.3.1 full' : undefined), ['retry', 'retry']],
    ['refuses the data for good', (step) => (step === 'DATA' ? '554 5.6.0 no' : undefined), ['failed', 'failed']],
    ['refuses the message for now', (step) => (step === '.' ? '451 4.7.1 greylisted' : undefined), ['retry', 'retry']],
    ['refuses the message for good', (step) => (step === '.' ? '550 5.7.1 spam' : undefined), ['failed', 'failed']],
    ['drops after the final dot', (step) => (step === '.' ? 'drop' : undefined), ['unknown', 'unknown']],
  ])('that %s leads to the right outcome of each recipient', async (_, at, expected) => {
    const { deliver } = await relayTo({ at });
    expect(statuses(await deliver())).toEqual(expected);
  });

  it('is not sent the final dot when the mark can not be committed', async () => {
    const hop = await startHop();
    const transport = new RelayTransport(`smtp://127.0.0.1:${hop.port}`, 'mail.mailroom.test');
    cleanUp.push(
      () => hop.close(),
      () => transport.close(),
    );
    const outcomes = await transport.deliver(envelope, content, () => Promise.reject(new Error('database away')));
    expect(statuses(outcomes)).toEqual(['retry', 'retry']);
    expect(hop.messages).toEqual([]);
  });

  it('that nobody runs is tried again later', async () => {
    const hop = await startHop();
    await hop.close();
    const transport = new RelayTransport(`smtp://127.0.0.1:${hop.port}`, 'mail.mailroom.test');
    expect(statuses(await transport.deliver(envelope, content, async () => {}))).toEqual(['retry', 'retry']);
    await transport.close();
  });

  it.each(['PLAIN', 'LOGIN'])('is used over STARTTLS where it offers it, signed in by %s', async (method) => {
    const { port, received } = await secureServer({
      authMethods: [method],
      onAuth: ({ username, password }, _session, done) =>
        username === 'us er' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('no')),
    });
    const transport = new RelayTransport(`smtp://us%20er:p%40ss@127.0.0.1:${port}`, 'mail.mailroom.test');
    expect(statuses(await transport.deliver(envelope, content, async () => {}))).toEqual(['sent', 'sent']);
    expect(received).toEqual(['tls us er']);
    const wrong = new RelayTransport(`smtp://us%20er:wrong@127.0.0.1:${port}`, 'mail.mailroom.test');
    const refused = await wrong.deliver(envelope, content, async () => {});
    expect(statuses(refused)).toEqual(['retry', 'retry']);
    expect(refused[0]?.smtpReply).not.toContain('wrong');
    await transport.close();
    await wrong.close();
  });

  it('behind smtps:// must show a certificate that is good', async () => {
    const { port, received } = await secureServer({ secure: true, authOptional: true });
    const transport = new RelayTransport(`smtps://127.0.0.1:${port}`, 'mail.mailroom.test');
    expect(statuses(await transport.deliver(envelope, content, async () => {}))).toEqual(['retry', 'retry']);
    expect(received).toEqual([]);
    await transport.close();
  });
});
