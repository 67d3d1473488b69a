import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fail, until } from '@mailroom/testing';
import { OutboundJobRepository } from '../src/outbound-job.repository.js';
import { relayTo, startOutbound, urlOf, type OutboundTest } from './outbound-fixture.js';
import type { ScriptedHop } from './next-hop.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

const emailStatus = async (id: number) => (await outbound.sending.email(id)).status;

/** Sends a message whose worker is killed when the next hop has all of it but has not answered. */
async function sendAndKillAfterDot(): Promise<{ emailId: number; hop: ScriptedHop }> {
  const hop = await outbound.hopOf({ at: (step) => (step === '.' ? 'hang' : undefined) });
  const emailId = await outbound.send();
  const worker = outbound.spawnWorker(urlOf(hop));
  await until(() => hop.dots === 1);
  await worker.kill();
  hop.script = {};
  expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'sending', attempts: 1 });
  await outbound.endLease(emailId);
  await outbound.startWorker(relayTo(hop));
  await outbound.reaches(emailId, 'unknown');
  return { emailId, hop };
}

describe('a worker that was killed', () => {
  it('between the final dot and the commit leaves the send to a person, who may say that it arrived', async () => {
    const { emailId, hop } = await sendAndKillAfterDot();
    expect(await emailStatus(emailId)).toBe('unknown');
    expect(await outbound.eventsOf(emailId)).toEqual(['email.unknown']);
    const { id } = await outbound.jobOf(emailId);
    expect(await outbound.sending.administration.unknown()).toMatchObject([
      { id, emailId, address: 'far@example.org', dataStartedAt: expect.any(Date) },
    ]);
    await outbound.sending.administration.resolve(id, 'sent');
    expect(await emailStatus(emailId)).toBe('sent');
    expect(await outbound.eventsOf(emailId)).toEqual(['email.unknown', 'email.sent']);
    await expect(outbound.sending.administration.resolve(id, 'retry')).rejects.toMatchObject({ code: 'not_found' });
    expect(await outbound.sending.administration.unknown()).toEqual([]);
    expect(hop.dots).toBe(1);
  });

  it('… or that it did not, and is not to be sent', async () => {
    const { emailId } = await sendAndKillAfterDot();
    await outbound.sending.administration.resolve((await outbound.jobOf(emailId)).id, 'failed');
    expect(await emailStatus(emailId)).toBe('failed');
    expect(await outbound.eventsOf(emailId)).toEqual(['email.unknown', 'email.failed']);
  });

  it('… or that it is to be sent again, with the same Message-ID', async () => {
    const { emailId, hop } = await sendAndKillAfterDot();
    await outbound.sending.administration.resolve((await outbound.jobOf(emailId)).id, 'retry');
    await outbound.reaches(emailId, 'sent');
    expect(await outbound.jobOf(emailId)).toMatchObject({ attempts: 1 });
    expect(hop.messages).toHaveLength(1);
    expect(hop.messages[0]?.content).toContain((await outbound.sending.email(emailId)).messageId);
    expect(await outbound.eventsOf(emailId)).toEqual(['email.unknown', 'email.sent']);
  });

  it('before the final dot is followed by another, which sends the message once', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === 'DATA' ? 'hang' : undefined) });
    const emailId = await outbound.send();
    const worker = outbound.spawnWorker(urlOf(hop));
    await until(() => hop.commands.includes('DATA'));
    await worker.kill();
    hop.script = {};
    await outbound.endLease(emailId);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    expect(hop.messages).toHaveLength(1);
    expect(await outbound.eventsOf(emailId)).toEqual(['email.sent']);
  });

  it('and lives on after its lease was given to another neither sends nor judges', async () => {
    const slow = await outbound.hopOf({ at: (step) => (step === 'DATA' ? 'hang' : undefined) });
    const emailId = await outbound.send();
    const late = await outbound.startWorker(relayTo(slow));
    await until(() => slow.commands.includes('DATA'));
    await outbound.sending.change(
      'take',
      `update outbound_job set lease_token = gen_random_uuid() where email_id = $1`,
      [emailId],
    );
    await late.close();
    expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'sending' });
    expect(await outbound.recipientsOf(emailId)).toMatchObject([{ status: 'queued', marked: false }]);
  });

  it('holds up its message for no longer than its lease, however many others are due after that', async () => {
    const jobs = new OutboundJobRepository(outbound.sending.database);
    const emailId = await outbound.send();
    expect(await jobs.claim(1, fail)).toMatchObject([{ emailId }]);
    await outbound.endLease(emailId);
    for (let others = 0; others < 3; others += 1) await outbound.send();
    expect((await jobs.claim(2, fail)).map((job) => job.emailId)).toContain(emailId);
  });
});
