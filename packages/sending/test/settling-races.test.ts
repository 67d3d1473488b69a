import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { fail, until } from '@mailroom/testing';
import { OutboundJobRepository } from '../src/outbound-job.repository.js';
import { OutboundOutcomeRepository } from '../src/outbound-outcome.repository.js';
import type { Resolution } from '../src/index.js';
import { meteredTenant } from './metered-fixture.js';
import { startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(() => sending.close());

const waiting = statement(
  'test-lock-waits',
  `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);

/** A job of which nobody knows whether its message arrived. */
async function unknownJob() {
  const tenant = await meteredTenant(sending, { billing: 'paid_active', credits: 5 });
  const { emailId } = await tenant.sendTo('a@x.test');
  const jobs = await new OutboundJobRepository(sending.database).claim(100, fail);
  const job = jobs.find((candidate) => candidate.emailId === emailId);
  if (!job) throw new Error('The job was just made and is not due.');
  const outcomes = [{ position: 0, status: 'unknown', smtpReply: 'connection reset' }] as const;
  await new OutboundOutcomeRepository(sending.database).record(job, [...outcomes], 60);
  return { tenant, emailId, jobId: job.id };
}

/** Both ask before either is answered: the job's row is held until both wait for it. */
async function race(jobId: number, first: Resolution, second: Resolution) {
  const watch = new Database({ url: sending.url, poolSize: 1 });
  const untilWaiting = async (count: number) => {
    const isSo = async () => (await watch.query<{ count: number }>(waiting))[0]?.count === count;
    await until(isSo, { what: `${count} to wait for the lock` });
  };
  const ends: Promise<PromiseSettledResult<void>[]>[] = [];
  await sending.database.transaction(async (tx) => {
    await tx.$queryRawUnsafe('select from outbound_job where id = $1 for update', jobId);
    for (const [index, resolution] of [first, second].entries()) {
      ends.push(Promise.allSettled([sending.administration.resolve(jobId, resolution)]));
      await untilWaiting(index + 1);
    }
  });
  await watch.close();
  return (await Promise.all(ends)).flat().map(({ status }) => status);
}

describe('of two operators who settle one job at once', () => {
  it.each([
    ['retry', 'sent'],
    ['retry', 'failed'],
    ['sent', 'retry'],
    ['failed', 'sent'],
  ] as const)('the first says %s, and the second, who says %s, changes nothing', async (first, second) => {
    const { tenant, emailId, jobId } = await unknownJob();
    expect(await race(jobId, first, second)).toEqual(['fulfilled', 'rejected']);
    const job = await sending.administration.find(jobId);
    expect([job.status, job.recipients[0]?.status]).toEqual([first, first]);
    const [row] = await sending.change(
      'settled',
      `select (select status from email where id = $1) as email,
         (select count(*)::int from outbox_event where type in ('email.sent', 'email.failed')
           and (payload ->> 'emailId')::bigint = $1) as events,
         (select count(*)::int from audit_entry where action = 'job.resolved' and target_id = $2) as entries`,
      [emailId, String(jobId)],
    );
    const email = first === 'retry' ? 'queued' : first;
    expect(row).toEqual({ email, events: first === 'retry' ? 0 : 1, entries: 1 });
    const reserved = first === 'retry' ? 1 : 0;
    expect(await tenant.account()).toEqual({ available: first === 'failed' ? 5 : 4, reserved });
  });
});
