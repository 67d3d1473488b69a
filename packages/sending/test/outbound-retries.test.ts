import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';

let outbound: OutboundTest;
beforeAll(async () => {
  outbound = await startOutbound();
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

const emailStatus = async (id: number) => (await outbound.sending.email(id)).status;

describe('retries', () => {
  it('follow the schedule, and the eighth failure is the last', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined) });
    const emailId = await outbound.send();
    await outbound.startWorker(relayTo(hop));
    for (const [attempt, minutes] of [1, 5, 15, 60, 240, 480, 960].entries()) {
      await until(
        async () =>
          (await outbound.jobOf(emailId)).attempts === attempt + 1 &&
          (await outbound.jobOf(emailId)).status === 'retry',
      );
      const { dueIn } = await outbound.jobOf(emailId);
      // The bound allows ±20 %, and up to 20 s until this test looks.
      expect(dueIn).toBeGreaterThan(minutes * 60 * 0.8 - 20);
      expect(dueIn).toBeLessThanOrEqual(minutes * 60 * 1.2);
      expect(await outbound.sending.email(emailId)).toMatchObject({
        status: 'queued',
        errorMessage: '451 4.3.0 later',
      });
      expect(await outbound.eventsOf(emailId)).toEqual([]);
      await outbound.makeDue(emailId);
    }
    await outbound.reaches(emailId, 'failed');
    expect(await outbound.sending.email(emailId)).toMatchObject({ status: 'failed', errorMessage: '451 4.3.0 later' });
    expect(await outbound.eventsOf(emailId)).toEqual(['email.failed']);
    expect(hop.commands.filter((line) => line.startsWith('MAIL'))).toHaveLength(8);
  });

  it('are not made where the next hop has refused for good', async () => {
    const hop = await outbound.hopOf({ at: (step) => (step === '.' ? '550 5.7.1 spam' : undefined) });
    const emailId = await outbound.send();
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'failed');
    expect(await outbound.sending.email(emailId)).toMatchObject({ status: 'failed', errorMessage: '550 5.7.1 spam' });
    expect(await outbound.eventsOf(emailId)).toEqual(['email.failed']);
  });

  it('go to those recipients alone that still need them', async () => {
    const refusals: Record<string, string> = { 'RCPT b@x.test': '450 4.2.0 later', 'RCPT c@x.test': '550 5.1.1 no' };
    const hop = await outbound.hopOf({ at: (step) => refusals[step] });
    const emailId = await outbound.send('a@x.test', 'b@x.test', 'c@x.test');
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'retry');
    expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual(['sent', 'retry', 'failed']);
    hop.script = {};
    await outbound.makeDue(emailId);
    await outbound.reaches(emailId, 'failed');
    expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual(['sent', 'sent', 'failed']);
    expect(hop.messages.map(({ recipients }) => recipients)).toEqual([['a@x.test'], ['b@x.test']]);
    expect(await outbound.eventsOf(emailId)).toEqual(['email.failed']);
  });

  it.each(['sent', 'failed'] as const)(
    'go on for one recipient while the outcome of another is unknown, until it is %s',
    async (word) => {
      const steps: Record<string, string> = { 'RCPT b@x.test': '450 4.2.0 later', '.': 'drop' };
      const hop = await outbound.hopOf({ at: (step) => steps[step] });
      const emailId = await outbound.send('a@x.test', 'b@x.test');
      await outbound.startWorker(relayTo(hop));
      await outbound.reaches(emailId, 'retry');
      const { id, dueIn } = await outbound.jobOf(emailId);
      expect(await outbound.sending.administration.unknown()).toMatchObject([{ id, address: 'a@x.test' }]);
      await outbound.sending.administration.resolve(id, word);
      expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual([word, 'retry']);
      expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'retry', attempts: 1 });
      expect((await outbound.jobOf(emailId)).dueIn).toBeGreaterThan(dueIn - 20);
      expect(await outbound.eventsOf(emailId)).toEqual([]);
      hop.script = {};
      await outbound.makeDue(emailId);
      await outbound.reaches(emailId, word);
      expect(hop.messages.map(({ recipients }) => recipients)).toEqual([['b@x.test']]);
      expect(await outbound.eventsOf(emailId)).toEqual([`email.${word}`]);
    },
  );

  it('that end leave the unknown recipients to a person', async () => {
    const steps: Record<string, string> = { 'RCPT b@x.test': '450 4.2.0 later', '.': 'drop' };
    const hop = await outbound.hopOf({ at: (step) => steps[step] });
    const emailId = await outbound.send('a@x.test', 'b@x.test');
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'retry');
    hop.script = {};
    await outbound.makeDue(emailId);
    await outbound.reaches(emailId, 'unknown');
    expect((await outbound.recipientsOf(emailId)).map(({ status }) => status)).toEqual(['unknown', 'sent']);
    expect(await emailStatus(emailId)).toBe('unknown');
    expect(await outbound.eventsOf(emailId)).toEqual(['email.unknown']);
  });

  it('are made when the message could not be read, and come to an end like others', async () => {
    const emailId = await outbound.send();
    await outbound.sending.change(
      'lose',
      `delete from raw_message where id = (select raw_id from email where id = $1)`,
      [emailId],
    );
    const errors: unknown[] = [];
    await outbound.startWorker(relayTo(await outbound.hopOf()), outbound.sending.database, errors);
    await outbound.reaches(emailId, 'retry');
    expect(String(errors[0])).toContain('raw message');
    await outbound.sending.change(
      'last',
      `update outbound_job set attempts = 7, next_attempt_at = now() where email_id = $1`,
      [emailId],
    );
    await outbound.reaches(emailId, 'failed');
  });
});
