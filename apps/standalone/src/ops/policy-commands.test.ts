import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { runOps } from './run-ops.js';

let test: TestDatabase;
let database: Database;
let directory: string;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
  directory = await mkdtemp(join(tmpdir(), 'mailroom-policy-'));
  await buildTenant(database, 'tnt_payer', 'payer.test');
  await change('payer', `update tenant set metered = true, billing_state = 'free' where id = 'tnt_payer'`);
  await change('account', `insert into credit_account (tenant_id, recent_external) values ('tnt_payer', array[now()])`);
});
beforeEach(() =>
  change('reset', `update tenant set status = 'active', send_policy = 'internal_only' where id = 'tnt_payer'`),
);
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true });
});

const change = (name: string, sql: string) => database.query<Record<string, unknown>>(statement(`test-${name}`, sql));
const ops = (...args: string[]) =>
  runOps([...args, '--json'], {
    MAILROOM_DATA_DIR: directory,
    DATABASE_URL: test.url,
    MAILROOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    FREE_EXTERNAL_PER_DAY: '7',
  });
async function answer(...args: string[]) {
  const { code, stdout, stderr } = await ops(...args);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe("the operator's word about a tenant's policy", () => {
  it('shows what a tenant may send, and what of its limits it used', async () => {
    expect(await answer('policy', 'show', 'tnt_payer')).toEqual([
      {
        tenant: 'tnt_payer',
        policy: 'internal_only',
        billing: 'free',
        metered: true,
        externalSendAllowed: false,
        reason: 'external_send_not_enabled',
        lastHour: '1 of 1',
        lastDay: '1 of 7',
        lastControl: null,
        lastControlAt: null,
      },
    ]);
  });

  it('changes it with a reason that the audit trail keeps, and a suspension leaves the policy for later', async () => {
    await answer('policy', 'set', 'tnt_payer', 'external_enabled', '--reason', 'wrote to us, all is well');
    expect(await answer('policy', 'show', 'tnt_payer')).toMatchObject([{ policy: 'external_enabled' }]);
    await answer('policy', 'set', '--reason', 'spam', 'tnt_payer', 'suspended');
    expect(await answer('policy', 'show', 'tnt_payer')).toMatchObject([
      { policy: 'suspended', externalSendAllowed: false, reason: 'policy_suspended' },
    ]);
    expect(await change('kept', `select send_policy from tenant where id = 'tnt_payer'`)).toEqual([
      { send_policy: 'external_enabled' },
    ]);
    const trail = `select actor, details ->> 'policy' as policy, details ->> 'reason' as reason from audit_entry
      where tenant_id = 'tnt_payer' order by id`;
    expect(await change('trail', trail)).toEqual([
      { actor: 'operator', policy: 'external_enabled', reason: 'wrote to us, all is well' },
      { actor: 'operator', policy: 'suspended', reason: 'spam' },
    ]);
    expect(
      await change('events', `select count(*)::int as n from outbox_event where type = 'tenant.policy_changed'`),
    ).toEqual([{ n: 2 }]);
  });

  it('lists what controls did, and why', async () => {
    await change(
      'event',
      `insert into risk_event (tenant_id, control, action, details) values ('tnt_payer', 'complaints', 'suspend', '{"complaints": 3}')`,
    );
    expect(await answer('policy', 'events', 'tnt_payer')).toMatchObject([
      { control: 'complaints', action: 'suspend', details: '{"complaints":3}' },
    ]);
    expect(await answer('policy', 'show', 'tnt_payer')).toMatchObject([{ lastControl: 'complaints' }]);
  });

  it.each([
    [['policy', 'set', 'tnt_payer', 'suspended'], 'The option --reason <text> is missing.'],
    [['policy', 'set', 'tnt_payer', 'suspended', '--reason'], 'The option --reason <text> is missing.'],
    [['policy', 'set', 'tnt_payer', 'suspended', '--reason', ' '], 'The option --reason <text> is missing.'],
    [['policy', 'set', 'tnt_payer', 'x', '--reason', 'a', '--reason', 'b'], 'The option --reason is there twice.'],
    [['policy', 'set', 'tnt_payer', '--reason', 'suspended'], 'The argument <policy> is missing.'],
    [['policy', 'set', 'tnt_payer', 'suspended', 'now', '--reason', 'x'], '"now" is one argument too many.'],
    [['policy', 'show', 'tnt_payer', '--reason', 'x'], 'There is no option --reason.'],
    [
      ['policy', 'set', 'tnt_payer', 'free', '--reason', 'x'],
      '<policy> must be one of internal_only, external_review, external_enabled, suspended.',
    ],
    [['policy', 'show', 'tnt_nobody'], 'There is no tenant tnt_nobody.'],
    [['policy', 'events', 'tnt_nobody'], 'There is no tenant tnt_nobody.'],
    [['policy', 'set', 'tnt_nobody', 'suspended', '--reason', 'x'], 'There is no tenant tnt_nobody.'],
  ])('refuses %j', async (args, problem) => {
    expect(await ops(...args)).toEqual({ code: 1, stdout: '', stderr: `${problem}\n` });
  });
});
