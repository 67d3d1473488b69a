import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '@mailroom/identity';
import { fail, until } from '@mailroom/testing';
import { startLeases, type Leases } from './leases-fixture.js';

const CREDITS = 100_000;
const ROUNDS = 6;

let leases: Leases;
beforeAll(async () => {
  leases = await startLeases();
});
afterAll(() => leases.close());

/** Kills a process in the middle of its work; returns the leases that it was given. */
async function killed(agent: Principal, afterLeases: number): Promise<string[]> {
  const program = fileURLToPath(new URL('lease-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, leases.url, JSON.stringify(agent)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const given = () => said.split('\n').slice(0, -1);
  await until(async () => given().length >= afterLeases || child.exitCode !== null, { timeoutMs: 60_000 });
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode !== null) throw new Error('The process ended by itself.');
  return given();
}

describe('a process that is killed while it leases for proofs', () => {
  it('has spent a credit for each lease that is there, and no other', async () => {
    const agent = await leases.agent(CREDITS);
    const given: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) given.push(...(await killed(agent, 5 + 7 * round)));
    // What its connections were about to do is done or undone.
    await until(async () => {
      const [row] = await leases.rows<{ busy: number }>(
        `select count(*)::int as busy from pg_stat_activity
         where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
      );
      return row?.busy === 0;
    });
    const owned = (
      await leases.rows<{ id: string }>('select id from mailbox_lease where tenant_id = $1', [agent.tenantId])
    ).map(({ id }) => id);
    const [spent] = await leases.rows<{ credits: number }>(
      `select coalesce(sum(amount), 0)::int as credits from ledger_entry where tenant_id = $1 and to_account = 'spent'`,
      [agent.tenantId],
    );
    expect(spent?.credits).toBe(owned.length);
    expect(given.every((id) => owned.includes(id))).toBe(true);
    const mailboxes = await leases.rows(
      `select from mailbox m where tenant_id = $1 and exists (select from mailbox_password where mailbox_id = m.id)`,
      [agent.tenantId],
    );
    expect(mailboxes).toHaveLength(owned.length);
    await leases.rows(`update payment_proof set expires_at = now() where tenant_id = $1 and used_at is null`, [
      agent.tenantId,
    ]);
    await leases.replica().proofReturn.step(fail);
    expect(await leases.account(agent)).toEqual({ available: CREDITS - owned.length, reserved: 0 });
    expect(await leases.replica().ledger.verify()).toEqual([]);
  }, 120_000);
});
