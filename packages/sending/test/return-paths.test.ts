import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { DirectTransport } from '../src/index.js';
import { relayTo, startOutbound, urlOf, type OutboundTest } from './outbound-fixture.js';

const to = ['a@x.test', 'b@x.test', 'c@x.test'];

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

const statuses = async (emailId: number) => (await outbound.recipientsOf(emailId)).map(({ status }) => status);

/** A next hop that behaves differently at the n-th final dot. */
function atDot(which: number, does: string) {
  let dots = 0;
  return (step: string) => (step === '.' && (dots += 1) === which ? does : undefined);
}

describe('a message to several recipients', () => {
  it('goes to each in a transaction and under a return path of his own, over one connection', async () => {
    const hop = await outbound.hopOf();
    const emailId = await outbound.send(...to);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    expect(hop.messages.map(({ recipients }) => recipients)).toEqual(to.map((address) => [address]));
    expect(new Set(hop.messages.map(({ sender }) => sender)).size).toBe(3);
    for (const { sender, content } of hop.messages) {
      expect(sender).toMatch(/^bounce\+[0-9a-f]{32}@a\.test$/);
      expect(content).not.toContain('bounce+');
    }
    expect(hop.connections).toBe(1);
  });

  it('shows nobody inside the return path of another', async () => {
    const inside = await outbound.sending.mailbox('inside@a.test');
    const hop = await outbound.hopOf();
    const emailId = await outbound.send('inside@a.test', ...to);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    const [raw] = await outbound.sending.change(
      'inside',
      `select r.envelope_sender as sender, convert_from(r.content, 'utf8') as content
       from email e join raw_message r on r.id = e.raw_id where e.mailbox_id = $1`,
      [inside.id],
    );
    expect(raw).toMatchObject({ sender: outbound.mailbox.address, content: expect.not.stringContaining('bounce+') });
  });

  it('whose worker was killed after one final dot is sent to the others, and to nobody twice', async () => {
    const hop = await outbound.hopOf({ at: atDot(2, 'hang') });
    const emailId = await outbound.send(...to);
    const worker = outbound.spawnWorker(urlOf(hop));
    await until(() => hop.dots === 2);
    // The outcome of the first recipient does not wait for the others.
    await until(async () => (await statuses(emailId))[0] === 'sent');
    await worker.kill();
    await outbound.endLease(emailId);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'unknown');
    expect(await statuses(emailId)).toEqual(['sent', 'unknown', 'sent']);
    expect(hop.messages.map(({ recipients }) => recipients)).toEqual([['a@x.test'], ['c@x.test']]);
    expect(hop.dots).toBe(3);
  });

  it('whose worker was killed between two transactions goes on with the next', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === 'RCPT b@x.test' ? 'hang' : undefined) });
    const emailId = await outbound.send(...to);
    const worker = outbound.spawnWorker(urlOf(hop));
    await until(async () => (await statuses(emailId))[0] === 'sent');
    await worker.kill();
    hop.script = {};
    await outbound.endLease(emailId);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    expect(hop.messages.map(({ recipients }) => recipients)).toEqual(to.map((address) => [address]));
    expect(await outbound.eventsOf(emailId)).toEqual(['email.sent']);
  });

  it.each(['relay', 'direct'])('has an outcome for each: taken, refused, put off (%s)', async (kind) => {
    const hop = await outbound.hopOf({
      at: (step) => ({ 'RCPT b@[127.0.0.1]': '550 5.1.1 nobody', 'RCPT c@[127.0.0.1]': '451 4.2.1 later' })[step],
    });
    const options = { name: 'mail.mailroom.test', dnsServers: [], allowPrivate: 'all', port: hop.port } as const;
    await outbound.startWorker(kind === 'relay' ? relayTo(hop) : new DirectTransport(options));
    const emailId = await outbound.send('a@[127.0.0.1]', 'b@[127.0.0.1]', 'c@[127.0.0.1]', 'd@[127.0.0.1]');
    await outbound.reaches(emailId, 'retry');
    expect(await statuses(emailId)).toEqual(['sent', 'failed', 'retry', 'sent']);
    const suppressed = await outbound.sending.change('suppressed', 'select address from suppression');
    expect(suppressed).toEqual([{ address: 'b@[127.0.0.1]' }]);
    await outbound.sending.change('lift', 'delete from suppression');
    expect(hop.messages).toHaveLength(2);
  });

  it('asks a next hop that can not be reached once, not once for each', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === 'connect' ? '421 4.3.2 closed' : undefined) });
    const emailId = await outbound.send(...to);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'retry');
    expect(await statuses(emailId)).toEqual(['retry', 'retry', 'retry']);
    expect(hop.connections).toBe(1);
  });
});
