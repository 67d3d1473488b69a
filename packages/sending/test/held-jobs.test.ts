import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TenantService } from '@mailroom/identity';
import { fail, refuseRows } from '@mailroom/testing';
import { HeldJobs } from '../src/index.js';
import { OutboundJobRepository } from '../src/outbound-job.repository.js';
import { meteredTenant, type MeteredTenant } from './metered-fixture.js';
import { relayTo, startOutbound, type OutboundTest } from './outbound-fixture.js';

let outbound: OutboundTest;
let held: HeldJobs;
let jobs: OutboundJobRepository;
let tenant: MeteredTenant;
beforeAll(async () => {
  outbound = await startOutbound();
  held = outbound.sending.part(HeldJobs);
  jobs = new OutboundJobRepository(outbound.sending.database);
});
beforeEach(async () => {
  tenant = await meteredTenant(outbound.sending, { billing: 'paid_active', credits: 5 });
});
afterEach(() => outbound.afterEach());
afterAll(() => outbound.sending.close());

const put = (status: 'active' | 'suspended') => outbound.sending.part(TenantService).setStatus(tenant.tenantId, status);
const isHeld = async (emailId: number) => {
  const [row] = await outbound.sending.change(
    'held',
    `select status, next_attempt_at = 'infinity' as held, lease_token from outbound_job where email_id = $1`,
    [emailId],
  );
  return row;
};

describe('mail of a tenant that is suspended', () => {
  it('is set aside, inside and outside alike, while that of others goes out', async () => {
    const mine = await tenant.sendTo('far@example.org');
    const inside = await tenant.sendTo('agent@a.test');
    await put('suspended');
    const theirs = await outbound.send();
    const hop = await outbound.hopOf();
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(theirs, 'sent');
    for (const { emailId } of [mine, inside]) {
      expect(await isHeld(emailId)).toEqual({ status: 'queued', held: true, lease_token: null });
    }
    expect(hop.messages).toHaveLength(1);
    expect(await tenant.account()).toEqual({ available: 4, reserved: 1 });
  });

  it('is never met again by those who look for work', async () => {
    for (let n = 0; n < 5; n += 1) await tenant.sendTo('agent@a.test');
    await put('suspended');
    expect(await jobs.claim(10, fail)).toEqual([]);
    const theirs = await outbound.send();
    expect((await jobs.claim(1, fail)).map(({ emailId }) => emailId)).toEqual([theirs]);
  });

  it('goes out when the tenant is restored, once, whoever lets it go', async () => {
    const { emailId } = await tenant.sendTo('far@example.org');
    await put('suspended');
    await jobs.claim(10, fail);
    expect(await held.settle(fail)).toBe(false);
    expect(await isHeld(emailId)).toMatchObject({ held: true });
    await put('active');
    await Promise.all(Array.from({ length: 4 }, () => held.settle(fail)));
    const hop = await outbound.hopOf();
    await outbound.startWorker(relayTo(hop));
    await outbound.reaches(emailId, 'sent');
    expect([hop.messages.length, await outbound.jobOf(emailId)]).toEqual([1, expect.objectContaining({ attempts: 1 })]);
    expect(await tenant.account()).toEqual({ available: 4, reserved: 0 });
  });

  it('is given up after three days, with its credits back and its event; what is unknown stays for a person', async () => {
    const { emailId } = await tenant.sendTo('far@example.org', 'other@example.org');
    const open = await tenant.sendTo('far@example.org', 'other@example.org');
    await put('suspended');
    await jobs.claim(10, fail);
    await outbound.sending.change(
      'unknown',
      `update outbound_recipient r set status = 'unknown' from outbound_job j
       where j.id = r.job_id and j.email_id = $1 and r.position = 0`,
      [open.emailId],
    );
    await held.settle(fail);
    expect(await isHeld(emailId)).toMatchObject({ held: true });
    await outbound.sending.change(
      'age',
      `update outbound_job set created_at = now() - interval '73 hours' where mailbox_id = $1`,
      [tenant.mailbox.id],
    );
    await Promise.all(Array.from({ length: 4 }, () => held.settle(fail)));
    expect(await outbound.jobOf(emailId)).toMatchObject({ status: 'failed' });
    expect(await outbound.sending.email(emailId)).toMatchObject({
      status: 'failed',
      errorMessage: 'Sending was suspended for too long.',
    });
    expect(await outbound.eventsOf(emailId)).toEqual(['email.failed']);
    expect(await outbound.jobOf(open.emailId)).toMatchObject({ status: 'unknown' });
    expect(await outbound.eventsOf(open.emailId)).toEqual(['email.unknown']);
    expect(await tenant.account()).toEqual({ available: 4, reserved: 1 });
    await outbound.sending.administration.resolve((await outbound.jobOf(open.emailId)).id, 'failed');
    expect(await tenant.sums()).toEqual({ available: 5, reserved: 0, held: 0 });
  });

  it('is given up, and goes out, though that of another tenant can do neither', async () => {
    const broken = await meteredTenant(outbound.sending, { billing: 'paid_active', credits: 5 });
    const restored = await meteredTenant(outbound.sending, { billing: 'paid_active', credits: 5 });
    const tenants = [broken, tenant, restored];
    const [theirs, old, young] = [
      await broken.sendTo('far@example.org'),
      await tenant.sendTo('far@example.org'),
      await restored.sendTo('far@example.org'),
    ];
    const setStatus = async (of: readonly MeteredTenant[], status: 'active' | 'suspended') => {
      for (const { tenantId } of of) await outbound.sending.part(TenantService).setStatus(tenantId, status);
    };
    await setStatus(tenants, 'suspended');
    await jobs.claim(10, fail);
    const age = `update outbound_job set created_at = now() - interval '73 hours' where email_id = any ($1)`;
    await outbound.sending.change('age-some', age, [[theirs.emailId, old.emailId]]);
    await setStatus([restored], 'active');
    const { database } = outbound.sending;
    const accept = await refuseRows(database, 'update on credit_account', `old.tenant_id = '${broken.tenantId}'`);
    const told: unknown[] = [];
    try {
      await held.settle((error) => told.push(error));
      expect(await outbound.jobOf(old.emailId)).toMatchObject({ status: 'failed' });
      expect(await isHeld(young.emailId)).toMatchObject({ held: false });
      expect(await isHeld(theirs.emailId)).toMatchObject({ held: true });
      expect(told).toEqual([expect.objectContaining({ cause: expect.objectContaining({ code: 'P0001' }) })]);
    } finally {
      await accept();
    }
    await held.settle(fail);
    expect(await outbound.jobOf(theirs.emailId)).toMatchObject({ status: 'failed' });
  });

  it('that a person settled in the meantime is not given up as well', async () => {
    const { emailId } = await tenant.sendTo('far@example.org');
    await put('suspended');
    await jobs.claim(10, fail);
    await outbound.sending.change(
      'begun',
      `with j as (update outbound_job set status = 'retry' where email_id = $1 returning id)
       update outbound_recipient r set status = 'unknown' from j where j.id = r.job_id`,
      [emailId],
    );
    await outbound.sending.administration.resolve((await outbound.jobOf(emailId)).id, 'sent');
    await outbound.sending.change(
      'age',
      `update outbound_job set created_at = now() - interval '73 hours' where mailbox_id = $1`,
      [tenant.mailbox.id],
    );
    await held.settle(fail);
    expect([await outbound.jobOf(emailId), await outbound.eventsOf(emailId)]).toEqual([
      expect.objectContaining({ status: 'sent' }),
      ['email.sent'],
    ]);
  });

  it('whose worker was lost is set aside too, and what was begun is left to a person', async () => {
    const { emailId } = await tenant.sendTo('far@example.org');
    const [job] = await jobs.claim(10, fail);
    expect(job).toMatchObject({ emailId });
    await put('suspended');
    await outbound.endLease(emailId);
    expect(await jobs.claim(10, fail)).toEqual([]);
    expect(await isHeld(emailId)).toEqual({ status: 'retry', held: true, lease_token: null });
  });
});
