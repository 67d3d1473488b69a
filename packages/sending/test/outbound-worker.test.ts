import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, RowTrimmer, statement } from '@mailroom/database';
import { fail, startFakeDns, until } from '@mailroom/testing';
import { CaptureTransport, DirectTransport, idempotencyKeys, KEY_RETENTION_SECONDS } from '../src/index.js';
import { DatabaseGate } from './database-gate.js';
import { relayTo, startOutbound, urlOf, type OutboundTest } from './outbound-fixture.js';
import { requestOf } from './sending-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

describe('a worker', () => {
  it('whose database is away when the next hop has said yes records it when the database is back', async () => {
    const gate = new DatabaseGate(outbound.sending.url);
    await gate.open();
    outbound.cleanUp.push(async () => gate.shut());
    const database = new Database({ url: gate.url, poolSize: 4 });
    outbound.cleanUp.push(() => database.close());
    const hop = await outbound.hopOf({
      at: (step) => {
        if (step === '.') gate.shut();
        return undefined;
      },
    });
    const emailId = await outbound.send();
    await outbound.startWorker(relayTo(hop), database);
    await until(() => hop.messages.length === 1);
    expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'sending' });
    await gate.open();
    await outbound.reaches(emailId, 'sent');
    expect(await outbound.eventsOf(emailId)).toEqual(['email.sent']);
  });

  it('that closes breaks off what hangs, and leaves it to be tried again', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === 'RCPT far@example.org' ? 'hang' : undefined) });
    const emailId = await outbound.send();
    const worker = await outbound.startWorker(relayTo(hop));
    await until(() => hop.commands.some((line) => line.startsWith('RCPT')));
    await worker.close();
    expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'retry', attempts: 1 });
  });

  it('that closes in the last attempt leaves it to be made again at once, for all whom it broke off', async () => {
    const hop = await outbound.hopOf({ at: (step) => (/b@|c@/.test(step) ? 'hang' : undefined) });
    const emailId = await outbound.send('a@x.test', 'b@x.test', 'c@x.test');
    await outbound.sending.change('last', `update outbound_job set attempts = 7 where email_id = $1`, [emailId]);
    const worker = await outbound.startWorker(relayTo(hop));
    await until(() => hop.commands.some((line) => line.startsWith('RCPT TO:<b@')));
    await worker.close();
    expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual(['sent', 'retry', 'retry']);
    expect((await outbound.jobOf(emailId)).dueIn).toBeLessThanOrEqual(0);
    hop.script = { at: (step) => (step.includes('c@') ? '451 4.3.0 later' : undefined) };
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'failed');
    expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual(['sent', 'sent', 'failed']);
  });

  it('delivers hosted recipients inside once, however often the others are tried', async () => {
    const inside = await outbound.sending.mailbox('inside@a.test');
    const hop = await outbound.hopOf({ at: (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined) });
    const emailId = await outbound.send('inside@a.test', 'Inside+tag@a.test', 'nobody@a.test', 'far@x.test');
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'retry');
    const statuses = async () => (await outbound.recipientsOf(emailId)).map(({ status }) => status);
    expect(await statuses()).toEqual(['delivered', 'delivered', 'failed', 'retry']);
    hop.script = {};
    await outbound.makeDue(emailId);
    await outbound.reaches(emailId, 'failed');
    expect(await statuses()).toEqual(['delivered', 'delivered', 'failed', 'sent']);
    expect(hop.messages.map(({ recipients }) => recipients)).toEqual([['far@x.test']]);
    expect(
      await outbound.sending.change('inside', `select recipient from email where mailbox_id = $1`, [inside.id]),
    ).toHaveLength(1);
  });

  it('shares the jobs with others, and each message is delivered once', async () => {
    const hop = await outbound.hopOf();
    const ids = await Promise.all(Array.from({ length: 60 }, (_, index) => outbound.send(`to${index}@x.test`)));
    await Promise.all([1, 2, 3].map(() => outbound.startWorker(relayTo(hop))));
    for (const id of ids) await outbound.reaches(id, 'sent');
    const recipients = hop.messages.flatMap((message) => message.recipients);
    expect(recipients).toHaveLength(60);
    expect(new Set(recipients).size).toBe(60);
  });

  it('that sends to many domains at once sends to each of them in the first attempt', async () => {
    const hop = await outbound.hopOf();
    const names = Array.from({ length: 12 }, (_, index) => `far${index}.test`);
    const dns = await startFakeDns(Object.fromEntries(names.map((name) => [name, { A: ['127.0.0.1'] }])));
    outbound.cleanUp.push(() => dns.close());
    const own = { name: 'mail.mailroom.test', dnsServers: [dns.address], port: hop.port };
    const emailId = await outbound.send(...names.map((name) => `to@${name}`));
    await outbound.startWorker(new DirectTransport({ ...own, allowPrivate: 'loopback' }));
    await until(async () => !['queued', 'sending'].includes((await outbound.jobOf(emailId)).status));
    expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'sent', attempts: 1 });
    expect(hop.messages).toHaveLength(names.length);
  });

  it('that sends hundreds over few connections leaves nothing behind', async () => {
    const hop = await outbound.hopOf();
    const ids = await Promise.all(Array.from({ length: 250 }, () => outbound.send()));
    const worker = outbound.spawnWorker(urlOf(hop));
    for (const id of ids) await outbound.reaches(id, 'sent');
    expect(hop.messages).toHaveLength(250);
    expect(hop.connections).toBeLessThanOrEqual(12);
    expect(worker.exitCode()).toBeNull();
  });

  it('whose places are all held by hosts that say nothing leaves the other jobs to another worker', async () => {
    const isHanging = (step: string) => step.startsWith('RCPT hang');
    const hop = await outbound.hopOf({ at: (step) => (isHanging(step) ? 'hang' : undefined) });
    await Promise.all(Array.from({ length: 10 }, (_, index) => outbound.send(`hang${index}@x.test`)));
    await outbound.startWorker(relayTo(hop));
    await until(() => hop.commands.filter((line) => line.includes('hang')).length === 10);
    const emailId = await outbound.send('free@x.test');
    await outbound.reaches(emailId, 'sending');
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    expect(await outbound.jobOf(emailId)).toMatchObject({ attempts: 1 });
    expect(hop.messages.map(({ recipients }) => recipients)).toEqual([['free@x.test']]);
  });

  it('that captures keeps mail from leaving, and says so', async () => {
    const emailId = await outbound.send();
    await outbound.startWorker(new CaptureTransport());
    await outbound.reaches(emailId, 'sent');
    expect(await outbound.sending.email(emailId)).toMatchObject({ status: 'sent', captured: true });
  });

  it('leaves nothing in the way of forgetting an idempotency key that is not in force any more', async () => {
    const keyed = requestOf({ to: ['far@example.org'], idempotencyKey: 'old' });
    await outbound.sending.submissions.send(outbound.sending.principal, outbound.mailbox, keyed);
    await outbound.sending.change(
      'age',
      `update idempotency_key set created_at = now() - interval '25 hours' where key = 'old'`,
    );
    const { database } = outbound.sending;
    const keys = () =>
      database.query<{ key: string }>(statement('test-keys', 'select key from idempotency_key order by key'));
    const before = await keys();
    await new RowTrimmer(database, idempotencyKeys, KEY_RETENTION_SECONDS).trim(fail);
    expect(await keys()).toEqual(before.filter(({ key }) => key !== 'old'));
    expect(before).toContainEqual({ key: 'old' });
  });
});
