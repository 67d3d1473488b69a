import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { afterDirect, cleanUp, exchangers, mx, send, sendAllowing, statuses } from './direct-fixture.js';
import { startHop, type NextHopScript } from './next-hop.js';

afterEach(afterDirect);

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

  it('is shared by exchangers of equal preference', async () => {
    const { hops, port } = await exchangers({}, {});
    const records = {
      'x.test': { MX: mx(['one.x.test', 10], ['two.x.test', 10]) },
      'one.x.test': { A: ['127.0.0.2'] },
      'two.x.test': { A: ['127.0.0.3'] },
    };
    await Promise.all(Array.from({ length: 40 }, () => send(records, port, 'a@x.test')));
    for (const { messages } of hops) expect(messages.length).toBeGreaterThan(0);
  });

  it("goes to the domain's own address where it names no exchanger", async () => {
    const { hops, port } = await exchangers({});
    expect(statuses(await send({ 'x.test': { A: ['127.0.0.2'] } }, port, 'a@x.test'))).toEqual(['sent']);
    expect(hops[0]?.messages).toHaveLength(1);
  });

  it.each([
    ['127.0.0.2', 'a@[127.0.0.2]'],
    ['::1', 'a@[IPv6:::1]'],
  ])('goes to %s where the address names that itself: %s', async (host, address) => {
    const hop = await startHop({}, host);
    cleanUp.push(() => hop.close());
    expect(statuses(await send({}, hop.port, address))).toEqual(['sent']);
    expect(hop.messages[0]?.recipients).toEqual([address]);
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
