import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildBounce, fail, until } from '@mailroom/testing';
import { OutboundJobRepository } from '../src/outbound-job.repository.js';
import { OutboundOutcomeRepository } from '../src/outbound-outcome.repository.js';
import type { RecipientOutcome } from '../src/outbound-status.js';
import { EmailDeletionService } from '../src/index.js';
import { meteredTenant, type MeteredTenant } from './metered-fixture.js';
import { relayTo, urlOf } from './outbound-fixture.js';
import { startReports } from './reports-fixture.js';

let fixture: Awaited<ReturnType<typeof startReports>>;
beforeAll(async () => {
  fixture = await startReports();
});
afterEach(() => fixture.outbound.afterEach());
afterAll(() => fixture.outbound.sending.close());

const payer = (credits = 5) => meteredTenant(fixture.outbound.sending, { billing: 'paid_active', credits });
const expectAccount = async (tenant: MeteredTenant, available: number, reserved: number) => {
  expect(await tenant.account()).toEqual({ available, reserved });
  expect(await tenant.sums()).toEqual({ available, reserved, held: reserved });
};
const outcome = (position: number, status: RecipientOutcome['status']): RecipientOutcome => ({
  position,
  status,
  smtpReply: status,
});
/** A job that a worker has in its hands. */
async function takenJob(tenant: MeteredTenant, ...to: string[]) {
  const { emailId } = await tenant.sendTo(...to);
  const jobs = await new OutboundJobRepository(fixture.outbound.sending.database).claim(100, fail);
  const job = jobs.find((candidate) => candidate.emailId === emailId);
  if (!job) throw new Error('The job was just made and is not due.');
  return { emailId, job };
}

describe('a credit', () => {
  it('is spent when the next hop takes the mail, and comes back when it refuses it', async () => {
    const { outbound } = fixture;
    const tenant = await payer();
    const refusals: Record<string, string> = { 'RCPT b@x.test': '550 5.1.1 no', 'RCPT c@x.test': '450 4.2.0 later' };
    const hop = await outbound.hopOf({ at: (step) => refusals[step] });
    const { emailId } = await tenant.sendTo('a@x.test', 'b@x.test', 'c@x.test');
    await expectAccount(tenant, 2, 3);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'retry');
    expect(await tenant.credits()).toEqual(['spent', 'returned', 'reserved']);
    await expectAccount(tenant, 3, 1);
    hop.script = {};
    await outbound.makeDue(emailId);
    await outbound.reaches(emailId, 'failed');
    expect(await tenant.credits()).toEqual(['spent', 'returned', 'spent']);
    await expectAccount(tenant, 3, 0);
  });

  it('comes back when the last attempt has failed', async () => {
    const { outbound } = fixture;
    const tenant = await payer();
    const hop = await outbound.hopOf({ at: (step) => (step === 'MAIL' ? '451 4.3.0 later' : undefined) });
    const { emailId } = await tenant.sendTo('a@x.test');
    await outbound.sending.change('last', 'update outbound_job set attempts = 7 where email_id = $1', [emailId]);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'failed');
    await expectAccount(tenant, 5, 0);
  });

  it('is spent by one of two workers where the first was killed before the data', async () => {
    const { outbound } = fixture;
    const tenant = await payer();
    const hop = await outbound.hopOf({ at: (step) => (step === 'MAIL' ? 'hang' : undefined) });
    const { emailId } = await tenant.sendTo('a@x.test');
    const worker = outbound.spawnWorker(urlOf(hop));
    await until(() => hop.commands.some((line) => line.startsWith('MAIL')));
    await worker.kill();
    await expectAccount(tenant, 4, 1);
    hop.script = {};
    await outbound.endLease(emailId);
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    await expectAccount(tenant, 4, 0);
  });

  it.each([
    ['sent', 4, 0],
    ['failed', 5, 0],
  ] as const)(
    'stays reserved while the outcome is unknown, until a person says %s',
    async (word, available, reserved) => {
      const { outbound } = fixture;
      const tenant = await payer();
      const hop = await outbound.hopOf({ at: (step) => (step === '.' ? 'hang' : undefined) });
      const { emailId } = await tenant.sendTo('a@x.test');
      const worker = outbound.spawnWorker(urlOf(hop));
      await until(() => hop.dots === 1);
      await worker.kill();
      await outbound.endLease(emailId);
      await outbound.startWorker(relayTo(hop));
      await outbound.reaches(emailId, 'unknown');
      await expectAccount(tenant, 4, 1);
      const { id } = await outbound.jobOf(emailId);
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, () => outbound.sending.administration.resolve(id, word)),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expectAccount(tenant, available, reserved);
    },
  );

  it('stays reserved where a person has it sent again', async () => {
    const { outbound } = fixture;
    const tenant = await payer();
    const { emailId, job } = await takenJob(tenant, 'a@x.test');
    const outcomes = new OutboundOutcomeRepository(outbound.sending.database);
    await outcomes.record(job, [outcome(0, 'unknown')], 60);
    await outbound.sending.administration.resolve(job.id, 'retry');
    await expectAccount(tenant, 4, 1);
    const hop = await outbound.hopOf();
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    await expectAccount(tenant, 4, 0);
  });

  it('moves once where its outcome is recorded many times at once', async () => {
    const tenant = await payer();
    const { job } = await takenJob(tenant, 'a@x.test', 'b@x.test', 'c@x.test');
    const { database } = fixture.outbound.sending;
    const settled = [outcome(0, 'sent'), outcome(1, 'failed')];
    const early = Array.from({ length: 8 }, () => new OutboundOutcomeRepository(database));
    await Promise.all(early.map((outcomes) => outcomes.recordSome(job, settled, 60)));
    await expectAccount(tenant, 3, 1);
    await Promise.all(early.map((outcomes) => outcomes.record(job, [...settled, outcome(2, 'captured')], 60)));
    await expectAccount(tenant, 3, 0);
    expect(await tenant.credits()).toEqual(['spent', 'returned', 'spent']);
  });

  it('is spent by a report on mail of which nobody knew whether it arrived, and a bounce brings none back', async () => {
    const { outbound } = fixture;
    const tenant = await payer();
    const { job } = await takenJob(tenant, 'a@x.test', 'b@x.test');
    const outcomes = new OutboundOutcomeRepository(outbound.sending.database);
    await outcomes.record(job, [outcome(0, 'unknown'), outcome(1, 'sent')], 60);
    await expectAccount(tenant, 3, 1);
    for (const { address, returnPath } of job.recipients) {
      await fixture.report(buildBounce(address), returnPath ?? '');
    }
    expect(await outbound.recipientsOf(job.emailId)).toMatchObject([{ status: 'bounced' }, { status: 'bounced' }]);
    await expectAccount(tenant, 3, 0);
  });

  it('is spent for a recipient who turned out to have a mailbox here', async () => {
    const tenant = await payer();
    const { job } = await takenJob(tenant, 'a@x.test');
    const { database } = fixture.outbound.sending;
    const inside = { position: 0, mailboxId: tenant.mailbox.id, address: 'a@x.test' };
    await Promise.all(
      Array.from({ length: 4 }, () => new OutboundJobRepository(database).deliverInside(job, [inside])),
    );
    await expectAccount(tenant, 4, 0);
  });
});

it('jobs of several tenants that are recorded together from both ends do not wait for each other', async () => {
  const { database } = fixture.outbound.sending;
  const tenants = [await payer(), await payer()];
  for (let round = 0; round < 10; round += 1) {
    const jobs: Awaited<ReturnType<typeof takenJob>>['job'][] = [];
    for (const tenant of [...tenants, ...tenants.toReversed()]) {
      await tenant.grant(1);
      jobs.push((await takenJob(tenant, 'a@x.test')).job);
    }
    const record = async (some: typeof jobs) => {
      const outcomes = new OutboundOutcomeRepository(database);
      await Promise.all(some.map((job) => outcomes.record(job, [outcome(0, 'sent')], 60)));
    };
    await Promise.all([record(jobs.slice(0, 2)), record(jobs.slice(2))]);
  }
  for (const tenant of tenants) await expectAccount(tenant, 5, 0);
});

it('mail for which a credit is reserved is not deleted, whatever its job says', async () => {
  const { outbound } = fixture;
  const tenant = await payer();
  const { emailId } = await tenant.sendTo('a@x.test');
  await outbound.sending.change('wrong', `update outbound_job set status = 'sent' where email_id = $1`, [emailId]);
  const deletion = outbound.sending.part(EmailDeletionService);
  await expect(deletion.delete(tenant.principal, emailId)).rejects.toMatchObject({ code: 'delivery_in_progress' });
  await expectAccount(tenant, 4, 1);
});
