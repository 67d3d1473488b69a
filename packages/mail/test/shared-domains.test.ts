import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { startMailboxes } from './mailbox-fixture.js';

let mailboxes: Awaited<ReturnType<typeof startMailboxes>>;
beforeAll(async () => {
  mailboxes = await startMailboxes();
});
beforeEach(() => mailboxes.clear());
afterAll(() => mailboxes.close());

const entriesOfDomain = statement(
  'test-domain-entries',
  `select tenant_id as tenant, actor, action, target_type as type from audit_entry where target_id = $1 order by id`,
);

const roles = ['postmaster', 'abuse', 'admin', 'administrator', 'webmaster', 'hostmaster', 'noc', 'security'];
const oddRoles = ['Postmaster', '"ADMIN"', 'bounce', 'mailer-daemon', 'devs-request', 'ａｂｕｓｅ', 'ádmin', 'admın'];

describe('a domain of another tenant', () => {
  it('takes no mailbox of ours before it is shared, whether the name is free or not', async () => {
    const { owner, guest, create, refusal } = mailboxes;
    await create(owner, 'taken@a.test');
    const refusals = new Set<string>();
    for (const name of ['taken', 'free', 'postmaster']) refusals.add(await refusal(guest, `${name}@a.test`));
    refusals.add(await refusal(guest, 'x@nowhere.test'));
    expect([...refusals]).toEqual(["The address can't be used: it is not under a domain that this tenant may use."]);
  });

  it('takes them while it is shared, and keeps them afterwards', async () => {
    const { sharing, guest, create, refusal } = mailboxes;
    await sharing.share('a.test');
    await create(guest, 'guest@a.test');
    await sharing.unshare('a.test');
    expect(await refusal(guest, 'other@a.test')).toContain('may use');
    expect(await mailboxes.addresses(guest)).toEqual(['guest@a.test']);
  });

  it.each([...roles, ...oddRoles])('keeps %s for its owner, taken or not', async (name) => {
    const { sharing, owner, guest, create, refusal } = mailboxes;
    await sharing.share('a.test');
    const free = await refusal(guest, `${name}@a.test`);
    await create(owner, `${name}@a.test`);
    expect(await refusal(guest, `${name}@a.test`)).toBe(free);
    expect(free).toContain('only the owner of the domain');
  });

  it('is not shared while a mailbox takes all its mail, nor gets such a mailbox while it is shared', async () => {
    const { sharing, owner, guest, create, refusal, service } = mailboxes;
    const all = await create(owner, 'all@a.test', { allReceive: true });
    await expect(sharing.share('a.test')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await refusal(guest, 'free@a.test')).toContain('may use');
    await service.update(owner, all.id, { allReceive: false });
    await sharing.share('a.test');
    await expect(service.update(owner, all.id, { allReceive: true })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await refusal(owner, 'all2@a.test', { allReceive: true })).toContain('tenants share');
    expect(await refusal(guest, 'all3@a.test', { allReceive: true })).toContain('Only the owner');
  });

  it('never has both, where sharing it races with a catch-all', async () => {
    const { sharing, owner, create, service } = mailboxes;
    const all = await create(owner, 'all@a.test');
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.allSettled([
        sharing.share('a.test'),
        service.update(owner, all.id, { allReceive: true }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await sharing.unshare('a.test');
      await service.update(owner, all.id, { allReceive: false });
    }
  });

  it('has in the audit trail of its owner when it was shared and when no longer, and nothing of repetitions', async () => {
    const { sharing, database } = mailboxes;
    const entries = () => database.query(entriesOfDomain, ['b.test']);
    for (let time = 0; time < 2; time += 1) await sharing.share('b.test');
    for (let time = 0; time < 2; time += 1) await sharing.unshare('b.test');
    await sharing.ensureShared('tnt_guest', 'b.test');
    const entry = { tenant: 'tnt_guest', type: 'domain' };
    expect(await entries()).toEqual([
      { ...entry, actor: 'operator', action: 'domain.shared' },
      { ...entry, actor: 'operator', action: 'domain.unshared' },
      { ...entry, actor: 'system', action: 'domain.shared' },
    ]);
  });

  it('is known by nobody to share when there is none', async () => {
    await expect(mailboxes.sharing.share('absent.test')).rejects.toMatchObject({ code: 'not_found' });
    await expect(mailboxes.sharing.unshare('absent.test')).rejects.toMatchObject({ code: 'not_found' });
  });
});
