import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Principal } from '@mailroom/identity';
import { fail } from '@mailroom/testing';
import { codeOf, reasonsOf, startLeases, type Leases } from './leases-fixture.js';

let leases: Leases;
beforeAll(async () => {
  leases = await startLeases({ FREE_LEASES_PER_HOUR: '0', FREE_READS_PER_HOUR: '3', FREE_WEBHOOKS: '1' });
});
afterAll(() => leases.close());

const read = (principal: Principal, proof?: string) => {
  const { calls, database } = leases.replica();
  return calls.charge(database, { kind: 'read', principal, proof });
};
const expire = (nonceOf: string) =>
  leases.rows(`update payment_proof set expires_at = now() - interval '1 second' where nonce = $1`, [
    /n=([0-9a-f]{32})/.exec(nonceOf)?.[1],
  ]);

describe('a proof of payment', () => {
  it('reserves a credit, and spends it in the transaction of the lease that it pays for', async () => {
    const agent = await leases.agent(3);
    const proof = await leases.proofFor(agent, 'allocation');
    expect(proof).toMatch(/^t=\d+,n=[0-9a-f]{32},v1=[0-9a-f]{64}$/);
    expect(await leases.account(agent)).toEqual({ available: 2, reserved: 1 });
    expect((await leases.allocate(agent, 1, proof)).status).toBe('active');
    expect(await leases.account(agent)).toEqual({ available: 2, reserved: 0 });
    expect(await leases.replica().ledger.verify()).toEqual([]);
  });

  it('pays once, of fifty calls that bring it at the same time to both replicas', async () => {
    const agent = await leases.agent(5);
    const proof = await leases.proofFor(agent, 'allocation');
    const reasons = await Promise.all(Array.from({ length: 50 }, () => reasonsOf(leases.allocate(agent, 1, proof))));
    expect(reasons.filter((reason) => reason === 'none')).toHaveLength(1);
    expect(reasons.filter((reason) => reason === 'proof_used')).toHaveLength(49);
    const owned = await leases.rows('select from mailbox_lease where tenant_id = $1', [agent.tenantId]);
    expect(owned).toHaveLength(1);
    expect(await leases.account(agent)).toEqual({ available: 4, reserved: 0 });
  });

  it('is issued no more often than there are credits, however many ask at once', async () => {
    const agent = await leases.agent(7);
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(leases.proofFor(agent, 'read'))));
    expect(codes.filter((code) => code === '')).toHaveLength(7);
    // Payments are off here, so nobody is told what to pay.
    expect(codes.filter((code) => code === 'unavailable')).toHaveLength(23);
    expect(await leases.account(agent)).toEqual({ available: 0, reserved: 7 });
  });

  it('is sold to no tenant that is suspended, and still issued from the credits that it has', async () => {
    const agent = await leases.agent(1);
    await leases.rows(`update tenant set status = 'suspended' where id = $1`, [agent.tenantId]);
    expect(await codeOf(leases.proofFor(agent, 'read'))).toBe('');
    expect(await codeOf(leases.proofFor(agent, 'send'))).toBe('policy_suspended');
    expect(await leases.account(agent)).toEqual({ available: 0, reserved: 1 });
  });

  it.each([
    ['of another call', 'proof_for_another_call', async (own: Principal) => leases.proofFor(own, 'allocation')],
    ['of another tenant', 'proof_invalid', async () => leases.proofFor(await leases.agent(1), 'read')],
    ['that was changed', 'proof_invalid', async (own: Principal) => changed(await leases.proofFor(own, 'read'))],
    [
      'with another time',
      'proof_invalid',
      async (own: Principal) => (await leases.proofFor(own, 'read')).replace('t=1', 't=2'),
    ],
    ['of another form', 'proof_malformed', async () => 'mock-proof'],
    [
      'with something after it',
      'proof_malformed',
      async (own: Principal) => `${await leases.proofFor(own, 'read')},v1=00`,
    ],
    ['that is empty', 'proof_malformed', async () => ''],
    [
      'that is too late',
      'proof_expired',
      async (own: Principal) => {
        const proof = await leases.proofFor(own, 'read');
        await expire(proof);
        return proof;
      },
    ],
  ])('%s is refused with the reason, spends nothing and counts nothing', async (_which, reason, make) => {
    const agent = await leases.agent(2);
    const proof = await make(agent);
    const before = await leases.account(agent);
    expect(await reasonsOf(read(agent, proof))).toBe(reason);
    expect(await leases.account(agent)).toEqual(before);
    // It is refused although the call would be free without it.
    expect(await reasonsOf(read(agent))).toBe('none');
    expect(
      await leases.rows('select cardinality(recent) as n from free_use where subject = $1', [agent.tenantId]),
    ).toEqual([{ n: 1 }]);
  });

  it('gives its credit back once if nobody used it, whichever janitor looks', async () => {
    const agent = await leases.agent(4);
    const proofs = await Promise.all([1, 2, 3].map(() => leases.proofFor(agent, 'read')));
    await read(agent, proofs[0]);
    for (const proof of proofs) await expire(proof);
    await Promise.all(leases.replicas.flatMap(({ proofReturn }) => [proofReturn.step(fail), proofReturn.step(fail)]));
    expect(await leases.account(agent)).toEqual({ available: 3, reserved: 0 });
    expect(await reasonsOf(read(agent, proofs[1]))).toBe('proof_expired');
    expect(await reasonsOf(read(agent, proofs[0]))).toBe('proof_used');
    expect(await leases.replica().ledger.verify()).toEqual([]);
  });

  it('is good while the keys of the installation are changed', async () => {
    const agent = await leases.agent(9);
    const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const both = await leases.open([old, next]);
    const turned = await leases.open([next, old]);
    try {
      const charge = ({ calls, database }: typeof both, proof: string) =>
        reasonsOf(calls.charge(database, { kind: 'read', principal: agent, proof }));
      const issue = async ({ proofs }: typeof both) => {
        const call = { tenantId: agent.tenantId, method: 'GET', path: '/v2/messages' };
        return (await proofs.issue({ tenantId: agent.tenantId, baseUrl: '', proof: undefined }, call)).text;
      };
      const outcomes = [
        await charge(both, await issue(leases.replicas[0])),
        await charge(turned, await issue(both)),
        await charge(both, await issue(turned)),
        await charge(leases.replicas[0], await issue(turned)),
      ];
      expect(outcomes).toEqual(['none', 'none', 'none', 'proof_invalid']);
    } finally {
      await both.close();
      await turned.close();
    }
  });

  it('costs nothing where the call that it came with fails', async () => {
    const agent = await leases.agent(1);
    const proof = await leases.proofFor(agent, 'send');
    const { calls, database } = leases.replica();
    const work = database.sqlTransaction(async (tx) => {
      await calls.charge(tx, { kind: 'send', principal: agent, proof });
      throw new Error('refused');
    });
    await expect(work).rejects.toThrow('refused');
    expect(await leases.account(agent)).toEqual({ available: 0, reserved: 1 });
    expect(await reasonsOf(calls.charge(database, { kind: 'send', principal: agent, proof }))).toBe('none');
  });
});

describe('the books', () => {
  it('are found wrong if a proof is open for which nothing is reserved', async () => {
    const agent = await leases.agent(1);
    await leases.rows(
      `insert into payment_proof (nonce, tenant_id, method, path, credits, issued_at, expires_at)
       values ('stray', $1, 'GET', '/v2/messages', 1, now(), now() + interval '1 hour')`,
      [agent.tenantId],
    );
    const differences = await leases.replica().ledger.verify();
    await leases.rows(`delete from payment_proof where nonce = 'stray'`);
    expect(differences).toEqual([
      { tenant: agent.tenantId, what: 'reserved for proofs', recorded: '0', recomputed: '1' },
    ]);
  });
});

describe('what is free', () => {
  it('is counted by all replicas together, in a window that moves', async () => {
    const agent = await leases.agent();
    const reasons = await Promise.all(Array.from({ length: 20 }, () => reasonsOf(read(agent))));
    expect(reasons.filter((reason) => reason === 'none')).toHaveLength(3);
    await leases.rows(
      `update free_use set recent = array[now() - interval '59 minutes', now() - interval '61 minutes', now()] where subject = $1`,
      [agent.tenantId],
    );
    expect([await reasonsOf(read(agent)), await reasonsOf(read(agent))]).toEqual(['none', 'message_reads']);
  });

  it('is told a call that is about to wait, without being used up', async () => {
    const agent = await leases.agent(1);
    const { calls } = leases.replica();
    const look = (proof?: string) => calls.look({ kind: 'read', principal: agent, proof });
    expect(await look()).toBe(Number.POSITIVE_INFINITY);
    for (let n = 0; n < 3; n += 1) await read(agent);
    expect(await reasonsOf(look())).toBe('message_reads');
    const proof = await leases.proofFor(agent, 'read');
    const seconds = await look(proof);
    expect(seconds).toBeGreaterThan(110);
    expect(seconds).toBeLessThanOrEqual(120);
    expect(await reasonsOf(read(agent, proof))).toBe('none');
    expect(await reasonsOf(look(proof))).toBe('proof_used');
  });

  it('is for a new tenant without a wallet ten messages in its first day, exactly', async () => {
    const { tenantId } = await leases.agent();
    const send = () => codeOf(leases.replica().cooldown.count(leases.replica().database, tenantId));
    expect(await send()).toBe('');
    await leases.rows('delete from free_use where subject = $1', [tenantId]);
    await leases.rows('delete from wallet where tenant_id = $1', [tenantId]);
    const codes = await Promise.all(Array.from({ length: 30 }, send));
    expect(codes.filter((code) => code === '')).toHaveLength(10);
    expect(codes.filter((code) => code === 'cooldown_limit')).toHaveLength(20);
    await leases.rows(`update tenant set created_at = now() - interval '25 hours' where id = $1`, [tenantId]);
    expect(await send()).toBe('');
  });
});

describe('the password of a mailbox', () => {
  it('is right or wrong, and after ten wrong ones in an hour nobody tries another, on any replica', async () => {
    const agent = await leases.agent(2);
    const lease = await leases.allocate(agent, 1, await leases.proofFor(agent, 'allocation'));
    const tried = (password?: string) => codeOf(leases.replica().passwords.require(lease.mailboxId, password));
    expect([await tried(lease.password), await tried(undefined)]).toEqual(['', 'invalid_mailbox_password']);
    const wrong = await Promise.all(Array.from({ length: 25 }, (_, n) => tried(`${lease.password}${n}`)));
    expect(wrong.filter((code) => code === 'invalid_mailbox_password')).toHaveLength(10);
    expect(wrong.filter((code) => code === 'rate_limited')).toHaveLength(15);
    expect(await tried(lease.password)).toBe('rate_limited');
    await leases.rows(
      `update mailbox_password set failures = array(select t - interval '61 minutes' from unnest(failures) t) where mailbox_id = $1`,
      [lease.mailboxId],
    );
    expect(await tried(lease.password)).toBe('');
  });

  it('is replaced by a reset, which ends what began with the one before', async () => {
    const agent = await leases.agent(2);
    const lease = await leases.allocate(agent, 1, await leases.proofFor(agent, 'allocation'));
    const { passwords } = leases.replica();
    const password = await passwords.reset(agent, {
      id: lease.mailboxId,
      tenantId: agent.tenantId,
      address: lease.address,
    });
    expect(await codeOf(passwords.require(lease.mailboxId, lease.password))).toBe('invalid_mailbox_password');
    expect(await codeOf(passwords.require(lease.mailboxId, password))).toBe('');
    expect(
      await leases.rows('select generation from mailbox_password where mailbox_id = $1', [lease.mailboxId]),
    ).toEqual([{ generation: 2 }]);
  });
});

/** The same with another last digit. */
function changed(proof: string): string {
  return proof.slice(0, -1) + (proof.endsWith('0') ? '1' : '0');
}
