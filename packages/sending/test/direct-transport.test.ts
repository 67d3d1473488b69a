import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { AllowPrivate } from '@mailroom/egress';
import { startFakeDns, type FakeDnsEntry } from '@mailroom/testing';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { DirectTransport } from '../src/direct.transport.js';
import { defaultTimeLimits } from '../src/next-hop.js';
import { startHop, type NextHopScript, type ScriptedHop } from './next-hop.js';

const content = Buffer.from('Subject: hi\r\n\r\ntext\r\n');

let cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
  cleanUp = [];
});

/** Starts exchangers on their own addresses but on one port, since direct mail knows only port 25. */
async function exchangers(...scripts: NextHopScript[]): Promise<{ hops: ScriptedHop[]; port: number }> {
  const hops: ScriptedHop[] = [];
  for (const [index, script] of scripts.entries()) {
    const hop = await startHop(script, `127.0.0.${index + 2}`, hops[0]?.port ?? 0);
    hops.push(hop);
    cleanUp.push(() => hop.close());
  }
  return { hops, port: hops[0]?.port ?? 0 };
}

const send = (records: Record<string, FakeDnsEntry>, port: number, ...addresses: string[]) =>
  sendAllowing('loopback', records, port, ...addresses);

async function sendAllowing(
  allowPrivate: AllowPrivate,
  records: Record<string, FakeDnsEntry>,
  port: number,
  ...addresses: string[]
) {
  const dns = await startFakeDns(records);
  const limits = { ...defaultTimeLimits, connectMs: 500 };
  const dnsServers = [dns.address];
  const options = { name: 'mail.mailroom.test', dnsServers, port, limits, dnsTimeoutMs: 200, allowPrivate };
  const transport = new DirectTransport(options);
  cleanUp.push(
    () => dns.close(),
    () => transport.close(),
  );
  const returnPath = (position: number) => `bounce+${position}@mailroom.test`;
  const recipients = addresses.map((address, position) => ({ position, address, returnPath: returnPath(position) }));
  const outcomes = await transport.deliver({ sender: 'agent@mailroom.test', recipients }, content, async () => {});
  return outcomes.toSorted((a, b) => a.position - b.position);
}

const statuses = (outcomes: { status: string }[]) => outcomes.map(({ status }) => status);
const mx = (...exchange: [string, number][]) => exchange.map(([name, priority]) => ({ exchange: name, priority }));

describe('direct delivery', () => {
  it('goes to the most preferred exchanger, whatever order the DNS gives', async () => {
    const { hops, port } = await exchangers({}, {});
    const records = {
      'x.test': { MX: mx(['backup.x.test', 20], ['main.x.test', 10]) },
      'main.x.test': { A: ['127.0.0.2'] },
      'backup.x.test': { A: ['127.0.0.3'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops.map(({ messages }) => messages.length)).toEqual([1, 0]);
  });

  it('goes on to the next exchanger when one does not answer or is busy', async () => {
    const { hops, port } = await exchangers({ at: (step) => (step === 'connect' ? '421 4.3.2 busy' : undefined) }, {});
    const records = {
      'x.test': { MX: mx(['down.x.test', 5], ['busy.x.test', 10], ['free.x.test', 20]) },
      'down.x.test': { A: ['127.0.0.9'] },
      'busy.x.test': { A: ['127.0.0.2'] },
      'free.x.test': { A: ['127.0.0.3'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops.map(({ messages }) => messages.length)).toEqual([0, 1]);
  });

  it.each<[string, NextHopScript]>([
    ['refuses the sender for now', { at: (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined) }],
    ['refuses the recipient for now', { at: (step) => (step.startsWith('RCPT') ? '452 4.2.2 full' : undefined) }],
    ['shuts down at the envelope', { at: (step) => (step === 'MAIL' ? '421 4.3.2 bye' : undefined) }],
    ['drops at the recipient', { at: (step) => (step.startsWith('RCPT') ? 'drop' : undefined) }],
    ['drops in mid-DATA', { at: (step) => (step === 'DATA' ? 'drop' : undefined) }],
    ['refuses the message for now', { at: (step) => (step === '.' ? '451 4.3.0 later' : undefined) }],
  ])('goes on to the next exchanger when one %s (RFC 5321 §5.1), once for each message', async (_, script) => {
    const { hops, port } = await exchangers(script, {});
    const records = {
      'x.test': { MX: mx(['one.x.test', 10], ['two.x.test', 20]) },
      'one.x.test': { A: ['127.0.0.2'] },
      'two.x.test': { A: ['127.0.0.3'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops.map(({ messages }) => messages.length)).toEqual([0, 1]);
  });

  it('is tried again later in the words of the exchanger that answered, where all others are down or busy too', async () => {
    const busy: NextHopScript = { at: (step) => (step.startsWith('RCPT') ? '450 4.2.0 greylisted' : undefined) };
    const { hops, port } = await exchangers(busy, busy);
    const records = {
      'x.test': { MX: mx(['one.x.test', 10], ['two.x.test', 20], ['down.x.test', 30]) },
      'one.x.test': { A: ['127.0.0.2'] },
      'two.x.test': { A: ['127.0.0.3'] },
      'down.x.test': { A: ['127.0.0.9'] },
    };
    const outcomes = await send(records, port, 'a@x.test', 'b@x.test');
    expect(outcomes.map(({ smtpReply }) => smtpReply)).toEqual(['450 4.2.0 greylisted', '450 4.2.0 greylisted']);
    expect(statuses(outcomes)).toEqual(['retry', 'retry']);
    for (const { commands } of hops) expect(commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(2);
  });

  it('asks no other exchanger where one has refused for good', async () => {
    const { hops, port } = await exchangers({ at: (step) => (step === '.' ? '554 5.7.1 spam' : undefined) }, {});
    const records = { 'x.test': { A: ['127.0.0.2', '127.0.0.3'] } };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['failed']);
    expect(hops[1]?.connections).toBe(0);
  });

  it.each(['421 4.7.0 one message for each connection', 'drop'])(
    'goes over a new connection at once where a host takes one message over each (%s)',
    async (answer) => {
      const { hops, port } = await exchangers({});
      const [hop] = hops as [ScriptedHop];
      hop.script = { at: (step) => (step === 'MAIL' && hop.messages.length === hop.connections ? answer : undefined) };
      const outcomes = await send({ 'x.test': { A: ['127.0.0.2'] } }, port, 'a@x.test', 'b@x.test', 'c@x.test');
      expect(statuses(outcomes)).toEqual(['sent', 'sent', 'sent']);
      expect(hop.messages).toHaveLength(3);
    },
  );

  it('waits once for an exchanger that says nothing, and not for each recipient', async () => {
    const hang: NextHopScript = { at: (step) => (step === 'connect' ? 'hang' : undefined) };
    const no: NextHopScript = { at: (step) => (step.startsWith('RCPT') ? '550 5.1.1 no' : undefined) };
    const { hops, port } = await exchangers(hang, no);
    const records = { 'x.test': { A: ['127.0.0.2', '127.0.0.3'] } };
    const outcomes = await send(records, port, 'a@x.test', 'b@x.test', 'c@x.test');
    expect(statuses(outcomes)).toEqual(['failed', 'failed', 'failed']);
    expect(hops[0]?.connections).toBe(1);
  });

  it("goes to the domain's own address where it names no exchanger", async () => {
    const { hops, port } = await exchangers({});
    expect(statuses(await send({ 'x.test': { A: ['127.0.0.2'] } }, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops[0]?.messages).toHaveLength(1);
  });

  it('has failed for good where the domain takes no mail (null MX) or does not exist', async () => {
    const { port } = await exchangers({});
    const records = { 'nomail.test': { MX: mx(['.', 0]), A: ['127.0.0.2'] } };
    const outcomes = await send(records, port, 'a@nomail.test', 'a@absent.test');
    expect(statuses(outcomes)).toEqual(['failed', 'failed']);
    expect(outcomes.map(({ smtpReply }) => smtpReply.slice(0, 10))).toEqual(['556 5.1.10', '550 5.1.2 ']);
  });

  it('has failed for good where the domain has neither an exchanger nor an address', async () => {
    const [outcome] = await send({ 'empty.test': { TXT: ['v=spf1 -all'] } }, 1, 'a@empty.test');
    expect(outcome).toMatchObject({ status: 'failed', smtpReply: expect.stringContaining('550 5.4.4') });
  });

  it('is tried again later where the DNS is broken or silent, or no exchanger has an address', async () => {
    const { port } = await exchangers({});
    const records = {
      'broken.test': { broken: true },
      'silent.test': { silent: true },
      'lost.test': { MX: mx(['gone.test', 10]) },
    };
    const outcomes = await send(records, port, 'a@broken.test', 'a@silent.test', 'a@lost.test');
    expect(statuses(outcomes)).toEqual(['retry', 'retry', 'retry']);
  });

  it('goes on to the next address, and the next exchanger, when one says nothing', async () => {
    const hang: NextHopScript = { at: (step) => (step === 'connect' ? 'hang' : undefined) };
    const { hops, port } = await exchangers(hang, hang, {});
    const records = {
      'x.test': { MX: mx(['slow.x.test', 10], ['good.x.test', 20]) },
      'slow.x.test': { A: ['127.0.0.2', '127.0.0.3'] },
      'good.x.test': { A: ['127.0.0.4'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops.map(({ connections }) => connections)).toEqual([1, 1, 1]);
  });

  it('knocks at ten addresses at most of a domain that lists hundreds', async () => {
    const A = Array.from({ length: 30 }, (_, index) => `127.0.1.${index + 1}`);
    const { port } = await exchangers({});
    const doors = await Promise.all(A.map((address) => startHop({ at: () => '421 4.3.2 busy' }, address, port)));
    cleanUp.push(async () => void (await Promise.all(doors.map((door) => door.close()))));
    expect(statuses(await send({ 'many.test': { A } }, port, 'a@many.test'))).toEqual(['retry']);
    expect(doors.filter(({ connections }) => connections > 0)).toHaveLength(10);
  });

  it('of one domain that is down holds no other up, and leaves it to be tried again', async () => {
    const { hops, port } = await exchangers({});
    const records = { 'x.test': { A: ['127.0.0.2'] }, 'down.test': { A: ['127.0.0.99'] } };
    expect(statuses(await send(records, port, 'a@down.test', 'b@x.test'))).toEqual(['retry', 'sent']);
    expect(hops[0]?.messages).toHaveLength(1);
  });

  it('is encrypted where the host offers STARTTLS, whoever signed its certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'nobody' }], { keyType: 'rsa' });
    const secured: boolean[] = [];
    const server = new SMTPServer({
      key,
      cert,
      authOptional: true,
      disableReverseLookup: true,
      onData: (stream, session, done) => {
        secured.push(session.secure);
        stream.resume().on('end', () => done());
      },
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    expect(statuses(await send({ 'x.test': { A: ['127.0.0.1'] } }, port, 'a@x.test'))).toEqual(['sent']);
    expect(secured).toEqual([true]);
  });

  it('of one message to several domains gives each domain its own recipients, and each its own outcome', async () => {
    const { hops, port } = await exchangers(
      {},
      { at: (step) => (step === 'RCPT c@y.test' ? '550 5.1.1 no' : undefined) },
    );
    const records = {
      'x.test': { MX: mx(['mx.x.test', 10]) },
      'mx.x.test': { A: ['127.0.0.2'] },
      'y.test': { A: ['127.0.0.3'] },
    };
    const outcomes = await send(records, port, 'a@x.test', 'b@y.test', 'c@y.test', 'd@absent.test');
    expect(statuses(outcomes)).toEqual(['sent', 'sent', 'failed', 'failed']);
    expect(hops.map(({ messages }) => messages.map(({ recipients }) => recipients))).toEqual([
      [['a@x.test']],
      [['b@y.test']],
    ]);
  });

  it('goes in the clear to a host whose STARTTLS is broken, rather than not at all (RFC 7435)', async () => {
    const { hops, port } = await exchangers({ extensions: ['STARTTLS'] });
    expect(statuses(await send({ 'x.test': { A: ['127.0.0.2'] } }, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops[0]?.commands).toContain('STARTTLS');
    expect(hops[0]?.messages).toHaveLength(1);
  });

  it('sends no second copy where the first exchanger dropped after the final dot', async () => {
    const { hops, port } = await exchangers({ at: (step) => (step === '.' ? 'drop' : undefined) }, {});
    const records = {
      'x.test': { MX: mx(['one.x.test', 10], ['two.x.test', 20]) },
      'one.x.test': { A: ['127.0.0.2'] },
      'two.x.test': { A: ['127.0.0.3'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['unknown']);
    expect(hops[1]?.messages).toEqual([]);
  });

  it("goes to no private address, whatever a stranger's DNS says, and has failed for good", async () => {
    const { hops, port } = await exchangers({});
    const records = {
      'mx.test': { MX: mx(['inside.mx.test', 10]) },
      'inside.mx.test': { A: ['127.0.0.2', '10.0.0.1'], AAAA: ['::1', 'fd00::1'] },
      'own.test': { A: ['127.0.0.2'] },
    };
    const outcomes = await sendAllowing('none', records, port, 'a@mx.test', 'b@own.test', 'c@[127.0.0.2]');
    expect(statuses(outcomes)).toEqual(['failed', 'failed', 'failed']);
    for (const { smtpReply } of outcomes) expect(smtpReply).toMatch(/^550 5\.4\.4 /);
    expect(hops[0]?.connections).toBe(0);
  });

  it('passes over the private addresses of a domain that has others', async () => {
    const { hops, port } = await exchangers({});
    const records = { 'x.test': { A: ['10.255.255.1', '127.0.0.2'] } };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops[0]?.messages).toHaveLength(1);
  });

  it('has failed for good where the best exchanger is ourselves: that would be a loop', async () => {
    const { hops, port } = await exchangers({});
    const records = {
      'loop.test': { MX: mx(['MAIL.mailroom.test', 10], ['backup.loop.test', 20], ['equal.loop.test', 10]) },
      'backup.loop.test': { A: ['127.0.0.2'] },
      'equal.loop.test': { A: ['127.0.0.2'] },
    };
    const [outcome] = await send(records, port, 'a@loop.test');
    expect(outcome).toMatchObject({ status: 'failed', smtpReply: expect.stringMatching(/^554 5\.4\.6 /) });
    expect(hops[0]?.connections).toBe(0);
  });

  it('goes to those that are better than ourselves, where we are only a backup', async () => {
    const { hops, port } = await exchangers({}, {});
    const records = {
      'x.test': { MX: mx(['mail.mailroom.test', 20], ['best.x.test', 10], ['worse.x.test', 30]) },
      'best.x.test': { A: ['127.0.0.2'] },
      'worse.x.test': { A: ['127.0.0.3'] },
    };
    expect(statuses(await send(records, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops.map(({ messages }) => messages.length)).toEqual([1, 0]);
  });
});
