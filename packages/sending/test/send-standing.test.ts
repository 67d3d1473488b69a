import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SendLimits, SendStanding } from '@mailroom/send-policy';
import { meteredTenant, type MeteredTenant } from './metered-fixture.js';
import { requestOf, startSending, type Sending } from './sending-fixture.js';

let sending: Sending;
let standings: SendStanding;
beforeAll(async () => {
  sending = await startSending({ limits: new SendLimits(2, 4) });
  standings = sending.part(SendStanding);
});
afterAll(() => sending.close());

const states = fc.record({
  metered: fc.boolean(),
  status: fc.constantFrom('active', 'active', 'suspended'),
  billing: fc.constantFrom('free', 'paid_review', 'paid_active'),
  policy: fc.constantFrom('internal_only', 'external_review', 'external_enabled'),
  credits: fc.integer({ min: 0, max: 2 }),
  // Multiples of a thousand seconds are far from the ends of both windows.
  recent: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 }),
});

/** Brings a tenant into this state; its ledger is left as it is, because only the balance is asked here. */
async function put({ tenantId }: MeteredTenant, state: ReturnType<typeof states.generate>['value']): Promise<void> {
  const { metered, status, billing, policy, credits, recent } = state;
  await sending.change(
    'put-tenant',
    'update tenant set metered = $2, status = $3, billing_state = $4, send_policy = $5 where id = $1',
    [tenantId, metered, status, billing, policy],
  );
  await sending.change(
    'put-account',
    `update credit_account set available = $2, recent_external =
       array(select now() - make_interval(secs => 1000 * s) from unnest($3::int[]) s order by s desc)
     where tenant_id = $1`,
    [tenantId, credits, recent],
  );
}

describe('the standing of a tenant', () => {
  it('is what the transaction of a mail to one external recipient decides, whatever the state', async () => {
    const tenant = await meteredTenant(sending);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        await put(tenant, state);
        const { externalSendAllowed, reason } = await standings.of(tenant.tenantId);
        const decided = await tenant.sendTo('far@example.org').then(
          () => null,
          ({ code }) => code,
        );
        expect({ externalSendAllowed, reason }).toEqual({ externalSendAllowed: decided === null, reason: decided });
        seen.add(String(decided));
      }),
      { numRuns: 300 },
    );
    expect([...seen].sort()).toEqual(['external_send_not_enabled', 'null', 'policy_suspended', 'quota_exceeded']);
  });

  it('tells the limits and what counts against them, and asking changes nothing', async () => {
    const tenant = await meteredTenant(sending, { credits: 9 });
    await tenant.sendTo('far@example.org');
    await tenant.pass(4_000);
    await tenant.sendTo('far@example.org', 'other@example.org');
    const expected = {
      tenantId: tenant.tenantId,
      policy: 'internal_only',
      externalSendAllowed: false,
      reason: 'quota_exceeded',
      limits: { externalPerHour: 2, externalPerDay: 4 },
      usage: { externalPerHour: 2, externalPerDay: 3 },
    };
    expect(await standings.of(tenant.tenantId)).toEqual(expected);
    expect(await standings.of(tenant.tenantId)).toEqual(expected);
    expect(await tenant.account()).toEqual({ available: 6, reserved: 3 });
  });

  it('has no limits where nothing is metered, and none at all where there is no tenant', async () => {
    expect(await standings.of('tnt_a')).toEqual({
      tenantId: 'tnt_a',
      policy: 'external_enabled',
      externalSendAllowed: true,
      reason: null,
      limits: { externalPerHour: null, externalPerDay: null },
      usage: { externalPerHour: 0, externalPerDay: 0 },
    });
    await expect(standings.of('tnt_absent')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is asked without waiting for mail that is being accepted', async () => {
    const tenant = await meteredTenant(sending, { credits: 1 });
    await sending.database.transaction(async (tx) => {
      await tx.$queryRaw`select from credit_account where tenant_id = ${tenant.tenantId} for update`;
      expect(await standings.of(tenant.tenantId)).toMatchObject({ externalSendAllowed: true });
    });
  });
});

describe('a mailbox that is closed', () => {
  it('is told to lease another if its lease has ended, and not if it is disabled, whatever is known of it', async () => {
    const mailbox = await sending.mailbox('closed@a.test');
    const refusalOf = (status: number) =>
      sending.submissions.send(sending.principal, { ...mailbox, status }, requestOf({ to: ['far@example.org'] })).then(
        () => null,
        ({ code, detail, fix }) => ({ code, detail, fix }),
      );
    await sending.change('disable', 'update mailbox set status = 1 where id = $1', [mailbox.id]);
    const disabled = { code: 'policy_suspended', detail: 'This mailbox is disabled.' };
    expect([await refusalOf(0), await refusalOf(1)]).toEqual([disabled, disabled]);
    await sending.change('end-lease', 'update mailbox set leased_until = now() where id = $1', [mailbox.id]);
    const ended = {
      code: 'policy_suspended',
      detail: 'The lease of this mailbox has ended.',
      fix: expect.stringContaining('Lease another mailbox'),
    };
    expect([await refusalOf(0), await refusalOf(1)]).toEqual([ended, ended]);
  });
});
