import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAddress } from '@mailroom/message';
import { codeOf, reasonsOf, startLeases, type Leases } from './leases-fixture.js';

let leases: Leases;
beforeAll(async () => {
  leases = await startLeases();
});
afterAll(() => leases.close());

const address = (text: string) => {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`${text} is no address.`);
  return parsed;
};

describe('an allocation', () => {
  it('gives an address that takes mail, with a password that is kept as a slow hash alone', async () => {
    const agent = await leases.agent();
    const lease = await leases.allocate(agent, 5);
    expect(lease).toMatchObject({
      status: 'active',
      tenantId: agent.tenantId,
      agentId: agent.agentId,
      releasedAt: null,
    });
    expect(lease.address).toMatch(/^[a-z]+-[a-z]+-\d{3}@lease\.test$/);
    expect(lease.expiresAt.getTime() - lease.createdAt.getTime()).toBe(5 * 3_600_000);
    const [{ directory }] = leases.replicas;
    expect(await directory.resolve(address(lease.address))).toMatchObject({
      kind: 'mailbox',
      mailboxId: lease.mailboxId,
    });
    const [stored] = await leases.rows('select hash from mailbox_password where mailbox_id = $1', [lease.mailboxId]);
    expect(stored).toEqual({ hash: expect.stringMatching(/^scrypt\$\d+\$8\$1\$[\w-]{22}\$[\w-]{43}$/) });
    expect(JSON.stringify(stored)).not.toContain(lease.password);
    const audited = await leases.rows(
      `select action, actor, principal_id from audit_entry where tenant_id = $1 and target_id = $2`,
      [agent.tenantId, String(lease.mailboxId)],
    );
    expect(audited).toEqual([{ action: 'mailbox.created', actor: 'manager', principal_id: agent.id }]);
  });

  it('gives a thousand addresses to a thousand that are asked for at once', async () => {
    const agents = await Promise.all(Array.from({ length: 200 }, () => leases.agent()));
    const asked = agents.flatMap((agent) => Array.from({ length: 5 }, () => leases.allocate(agent)));
    const given = await Promise.all(asked);
    expect(new Set(given.map((lease) => lease.address)).size).toBe(1_000);
    expect(new Set(given.map((lease) => lease.mailboxId)).size).toBe(1_000);
  });

  it('is free five times in an hour for an agent, exactly, whichever replica is asked', async () => {
    const [ada, eve] = [await leases.agent(), await leases.agent()];
    const asked = await Promise.all(Array.from({ length: 40 }, () => reasonsOf(leases.allocate(ada))));
    expect(asked.filter((reason) => reason === 'none')).toHaveLength(5);
    expect(asked.filter((reason) => reason === 'lease_allocations')).toHaveLength(35);
    expect(await reasonsOf(leases.allocate(eve))).toBe('none');
    // Refused ones did not count: an hour after the five there is room for five.
    await leases.rows(
      `update free_use set recent = array(select t - interval '61 minutes' from unnest(recent) t) where subject = $1`,
      [ada.agentId],
    );
    const later = await Promise.all(Array.from({ length: 8 }, () => reasonsOf(leases.allocate(ada))));
    expect(later.filter((reason) => reason === 'none')).toHaveLength(5);
  });

  it('is never limited for a tenant of the operator', async () => {
    const agent = await leases.agent(0, false);
    const given = await Promise.all(Array.from({ length: 12 }, () => leases.allocate(agent)));
    expect(given).toHaveLength(12);
  });

  it('tells in a 402 what is reached, what it costs, and where a proof is issued', async () => {
    const agent = await leases.agent();
    for (let n = 0; n < 5; n += 1) await leases.allocate(agent);
    await expect(leases.allocate(agent)).rejects.toMatchObject({
      code: 'payment_required',
      details: {
        amount_usdc: '0.001',
        reasons: [{ code: 'lease_allocations', limit: 5, window: 'PT1H', used: 5 }],
        proof_url: 'https://mail.example/v2/payments/proof',
      },
    });
  });

  it('needs the session of a wallet, of the very agent that it names', async () => {
    const { agentId: _agent, ...manager } = await leases.agent();
    expect(await codeOf(leases.allocate(manager))).toBe('insufficient_scope');
    const [{ allocation }] = leases.replicas;
    const agent = await leases.agent();
    expect(await codeOf(allocation.allocate(agent, { agentId: 'agt_other' }, undefined))).toBe('insufficient_scope');
    expect(await codeOf(allocation.allocate(agent, { agentId: agent.agentId }, undefined))).toBe('');
  });

  it.each([
    ['hours', { hours: 0 }],
    ['hours', { hours: 721 }],
    ['purpose', { purpose: 'two\nlines' }],
  ])('names what is wrong with %s', async (_what, request) => {
    const [{ allocation }] = leases.replicas;
    expect(await codeOf(allocation.allocate(await leases.agent(), request, undefined))).toBe('invalid_request');
  });

  it('finds another name where one is taken, and counts once', async () => {
    const agent = await leases.agent();
    const [{ part }] = leases.replicas;
    const { LeaseNames } = await import('../src/allocation/lease-names.js');
    const names = part(LeaseNames);
    const first = await leases.allocate(await leases.agent());
    const really = names.next.bind(names);
    let offered = 0;
    names.next = (domain, attempt) => {
      offered += 1;
      if (attempt > 0) return really(domain, attempt);
      return { address: first.address, look: first.address.split('@')[0] ?? '' };
    };
    const [{ allocation }] = leases.replicas;
    const lease = await allocation.allocate(agent, {}, undefined).finally(() => (names.next = really));
    expect(lease.address).not.toBe(first.address);
    expect(offered).toBe(2);
    const used = await leases.rows('select cardinality(recent) as used from free_use where subject = $1', [
      agent.agentId,
    ]);
    expect(used).toEqual([{ used: 1 }]);
  });

  it('is refused while the domain is not shared, and counts nothing', async () => {
    const agent = await leases.agent();
    await leases.rows(`update mail_domain set shared = false where name = 'lease.test'`);
    expect(await codeOf(leases.allocate(agent))).toBe('unavailable');
    await leases.rows(`update mail_domain set shared = true where name = 'lease.test'`);
    expect(await leases.rows('select from free_use where subject = $1', [agent.agentId])).toEqual([]);
    expect(await codeOf(leases.allocate(agent))).toBe('');
  });

  it('gives a tenant its first user where it has none', async () => {
    const agent = await leases.agent();
    await leases.rows('delete from app_user where tenant_id = $1', [agent.tenantId]);
    expect((await leases.allocate(agent)).status).toBe('active');
  });
});
