import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SendStanding } from '@mailroom/send-policy';
import { until } from '@mailroom/testing';
import { meteredTenant, type MeteredTenant } from './metered-fixture.js';
import { startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let standings: SendStanding;
beforeAll(async () => {
  sending = await startSending();
  standings = sending.part(SendStanding);
});
afterAll(() => sending.close());

const jobsOf = async ({ mailbox }: MeteredTenant) => {
  const [row] = await sending.change('jobs', 'select count(*)::int as n from outbound_job where mailbox_id = $1', [
    mailbox.id,
  ]);
  return row?.n;
};
const expectBalanced = async (tenant: MeteredTenant) => {
  const { available, reserved } = await tenant.account();
  expect(await tenant.sums()).toEqual({ available, reserved, held: reserved });
};
/** Begins a hundred sends, of which the first have all asked before any is let on. */
const hundredAtOnce = (tenant: MeteredTenant) =>
  sending.database.transaction(async (tx) => {
    await tx.$queryRaw`select from credit_account where tenant_id = ${tenant.tenantId} for update`;
    const sends = Array.from({ length: 100 }, (_, n) => tenant.sendTo(`far${n}@example.org`));
    for (const send of sends) send.catch(() => {});
    const waiting = () =>
      tx.$queryRaw<{ n: number }[]>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => ((await waiting())[0]?.n ?? 0) >= 10);
    return { sends };
  });
const outcomesOf = async (sends: readonly Promise<unknown>[]) => {
  const outcomes = await Promise.allSettled(sends);
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'sent' : outcome.reason.code));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length]));
};
const far = 'far@example.org';

describe('a tenant without credits whose policy enables nothing', () => {
  it('hears how to get on when it writes to the outside, and nothing is written', async () => {
    const tenant = await meteredTenant(sending);
    await expect(tenant.sendTo(far)).rejects.toMatchObject({
      code: 'external_send_not_enabled',
      detail: 'External mail is not enabled (internal_only), and the tenant has no credits.',
      fix: expect.stringMatching(/POST \/v1\/billing\/topup .* POST \/v1\/billing\/upgrade-intent/),
    });
    expect([await jobsOf(tenant), await tenant.recent()]).toEqual([0, []]);
  });

  it('writes to mailboxes of the installation as it likes, uncounted and free', async () => {
    const tenant = await meteredTenant(sending);
    await Promise.all(Array.from({ length: 20 }, () => tenant.sendTo(`friend@${tenant.domain}`, 'friend@a.test')));
    expect([await jobsOf(tenant), await tenant.recent(), await tenant.account()]).toEqual([
      20,
      [],
      { available: 0, reserved: 0 },
    ]);
  });

  it('has nothing to pay with where its account is missing', async () => {
    const tenant = await meteredTenant(sending, { policy: 'external_enabled' });
    await sending.change('drop-account', 'delete from credit_account where tenant_id = $1', [tenant.tenantId]);
    await expect(tenant.sendTo(far)).rejects.toMatchObject({ code: 'external_send_not_enabled' });
  });
});

describe('a tenant that has asked for an upgrade', () => {
  const receipt = (tenantId: string) =>
    sending.change(
      'upgrade-receipt',
      `insert into receipt (id, tenant_id, purpose, status, proof_hash, network, asset, pay_to, payer, nonce, amount, credits,
         valid_before, ended_at)
       values ('rcp_' || $1, $1, 'upgrade', 'settled', sha256($1::bytea), 'n', 'a', 'p', 'x', $1, 1, 1, now(), now())`,
      [tenantId],
    );

  it.each(['internal_only', 'external_review', 'external_enabled'] as const)(
    'has the limits of the free tier until it has paid, with a policy that is %s',
    async (policy) => {
      const tenant = await meteredTenant(sending, { billing: 'paid_review', policy, credits: 9 });
      await tenant.sendTo(far);
      await expect(tenant.sendTo(far)).rejects.toMatchObject({ code: 'quota_exceeded' });
      expect(await standings.of(tenant.tenantId)).toMatchObject({
        reason: 'quota_exceeded',
        usage: { externalPerHour: 1 },
      });
      await receipt(tenant.tenantId);
      await tenant.sendTo(far, 'other@example.org');
      const limits = { externalPerHour: null, externalPerDay: null };
      expect(await standings.of(tenant.tenantId)).toMatchObject({ externalSendAllowed: true, limits });
      await expectBalanced(tenant);
    },
  );
});

describe('credits', () => {
  it('are reserved for external recipients alone, each address once', async () => {
    const tenant = await meteredTenant(sending, { billing: 'paid_active', credits: 5 });
    await tenant.send({ to: [far, `friend@${tenant.domain}`], cc: ['other@example.org'], bcc: [far] });
    expect(await tenant.credits()).toEqual(['reserved', null, 'reserved']);
    expect(await tenant.account()).toEqual({ available: 3, reserved: 2 });
    await expectBalanced(tenant);
  });

  it('must cover all external recipients of a mail, or it is refused as a whole', async () => {
    const tenant = await meteredTenant(sending, { billing: 'paid_review', policy: 'external_review', credits: 1 });
    await expect(tenant.sendTo(far, 'other@example.org')).rejects.toMatchObject({
      code: 'external_send_not_enabled',
      detail: expect.stringContaining('a credit for each of 2 external recipients, and 1 are left'),
    });
    expect(await tenant.account()).toEqual({ available: 1, reserved: 0 });
    await tenant.sendTo(far);
    await expectBalanced(tenant);
  });

  it('are not needed where external mail is enabled: what they do not cover goes without', async () => {
    const tenant = await meteredTenant(sending, { billing: 'paid_active', policy: 'external_enabled', credits: 1 });
    await tenant.sendTo(far, 'other@example.org');
    await tenant.sendTo(far);
    await tenant.sendTo(far);
    expect(await tenant.credits()).toEqual([null, null, 'reserved', null]);
    expect(await tenant.recent()).toEqual([]);
    await expectBalanced(tenant);
  });

  it('let exactly five of a hundred sends through where there are five', async () => {
    const tenant = await meteredTenant(sending, { billing: 'paid_active', policy: 'internal_only', credits: 5 });
    const { sends } = await hundredAtOnce(tenant);
    expect(await outcomesOf(sends)).toEqual({ sent: 5, external_send_not_enabled: 95 });
    expect([await jobsOf(tenant), await tenant.account()]).toEqual([5, { available: 0, reserved: 5 }]);
    await expectBalanced(tenant);
  });

  it('are reserved once for an idempotency key, however often and however concurrently it comes', async () => {
    const tenant = await meteredTenant(sending, { billing: 'paid_active', credits: 3 });
    const request = { to: [far], idempotencyKey: 'once' };
    const sent = await Promise.all(Array.from({ length: 20 }, () => tenant.send(request)));
    expect(new Set(sent.map(({ emailId }) => emailId)).size).toBe(1);
    expect(await tenant.account()).toEqual({ available: 2, reserved: 1 });
    await expect(tenant.send({ ...request, subject: 'another' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await tenant.account()).toEqual({ available: 2, reserved: 1 });
    await expectBalanced(tenant);
  });

  it('stay where another rule refuses the mail', async () => {
    const tenant = await meteredTenant(sending, { billing: 'paid_active', credits: 3 });
    await sending.change('suspend', `update tenant set status = 'suspended' where id = $1`, [tenant.tenantId]);
    await expect(tenant.sendTo(far)).rejects.toMatchObject({ code: 'policy_suspended' });
    await expect(tenant.sendTo(`friend@${tenant.domain}`)).rejects.toMatchObject({ code: 'policy_suspended' });
    expect(await tenant.account()).toEqual({ available: 3, reserved: 0 });
  });
});

describe('while billing is free', () => {
  it('one external recipient an hour gets mail, and the refusal says when the next may', async () => {
    const tenant = await meteredTenant(sending, { credits: 50 });
    await tenant.sendTo(far);
    await tenant.pass(600);
    const refusal = await tenant.sendTo(far).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringContaining('1 an hour and 10 in 24 hours'),
    });
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(2_980);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_000);
    await tenant.pass(retryAfterSeconds);
    await tenant.sendTo(far);
    await expectBalanced(tenant);
  });

  it('ten get it in 24 hours, and the eleventh waits for the first of them to be a day old', async () => {
    const tenant = await meteredTenant(sending, { policy: 'external_enabled' });
    for (let n = 0; n < 10; n += 1) {
      await tenant.sendTo(far);
      await tenant.pass(3_601);
    }
    const refusal = (await tenant.sendTo(far).catch((error: unknown) => error)) as { retryAfterSeconds: number };
    expect(refusal).toMatchObject({ code: 'quota_exceeded' });
    expect(Math.abs(refusal.retryAfterSeconds - (86_400 - 36_010))).toBeLessThan(60);
    await tenant.pass(refusal.retryAfterSeconds);
    await tenant.sendTo(far);
    expect(await tenant.recent()).toHaveLength(10);
  });

  it('a mail that alone exceeds a limit is told so, and no time to wait', async () => {
    const tenant = await meteredTenant(sending, { credits: 50 });
    await expect(tenant.sendTo(far, 'other@example.org')).rejects.toMatchObject({
      code: 'quota_exceeded',
      detail: expect.stringContaining('This mail alone has more.'),
      retryAfterSeconds: undefined,
    });
    expect(await tenant.account()).toEqual({ available: 50, reserved: 0 });
  });

  it('exactly one of a hundred sends at once gets the one free slot', async () => {
    const tenant = await meteredTenant(sending, { credits: 100 });
    const { sends } = await hundredAtOnce(tenant);
    expect(await outcomesOf(sends)).toEqual({ sent: 1, quota_exceeded: 99 });
    expect([await jobsOf(tenant), await tenant.account()]).toEqual([1, { available: 99, reserved: 1 }]);
    await expectBalanced(tenant);
  });
});

it('a tenant of the operator is neither limited nor charged', async () => {
  const mailbox = await sending.mailbox('operator@a.test');
  const { submissions, principal } = sending;
  const request = { to: [far, 'other@example.org'], text: 'hello', requestHash: Buffer.from('a') };
  for (let n = 0; n < 3; n += 1) await submissions.send(principal, mailbox, request);
  const rows = await sending.change(
    'operators',
    `select distinct r.credit from outbound_recipient r join outbound_job j on j.id = r.job_id where j.mailbox_id = $1`,
    [mailbox.id],
  );
  expect(rows).toEqual([{ credit: null }]);
});

it('mail that is refused because of a suppressed address is counted for the controls, though nothing else is written', async () => {
  const tenant = await meteredTenant(sending, { billing: 'paid_active', credits: 5 });
  const gone = ['gone@example.org', 'friend@a.test'];
  for (const { tenantId, id } of [
    { tenantId: tenant.tenantId, id: tenant.mailbox.id },
    { tenantId: 'tnt_a', id: 1 },
  ]) {
    await sending.change(
      'suppressed',
      `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id)
       values ($1, 'gone@example.org', 'bounce', $2, 1)`,
      [tenantId, id],
    );
  }
  const operators = await sending.mailbox('careless@a.test');
  const request = { to: gone, text: 'hello', requestHash: Buffer.from('b') };
  for (let n = 0; n < 3; n += 1) {
    await expect(tenant.sendTo(...gone)).rejects.toMatchObject({ code: 'recipient_suppressed' });
    await expect(sending.submissions.send(sending.principal, operators, request)).rejects.toMatchObject({
      code: 'recipient_suppressed',
    });
  }
  expect(
    await sending.change('tries', 'select tenant_id, kind, sum(count)::int as count from risk_tally group by 1, 2'),
  ).toEqual([{ tenant_id: tenant.tenantId, kind: 'suppressed_try', count: 3 }]);
  expect(await tenant.account()).toEqual({ available: 5, reserved: 0 });
});
