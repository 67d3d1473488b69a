import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LeaseEnds, MailboxAccess, RecipientDirectory } from '@mailroom/mail';
import { parseAddress } from '@mailroom/message';
import { buildEmails, fail, refuseRows, until } from '@mailroom/testing';
import { codeOf, startLeases, type Leases } from './leases-fixture.js';

let leases: Leases;
beforeAll(async () => {
  leases = await startLeases();
});
afterAll(() => leases.close());

const resolve = (replica: number, text: string) => {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`${text} is no address.`);
  return leases.replicas[replica]?.part(RecipientDirectory).resolve(parsed);
};

describe('a release', () => {
  it('ends the lease once, and answers the same when it is asked for again', async () => {
    const agent = await leases.agent();
    const { id, mailboxId } = await leases.allocate(agent);
    const answers = await Promise.all(Array.from({ length: 10 }, () => leases.replica().leases.release(agent, id)));
    expect(answers[0]).toMatchObject({ status: 'released', releasedAt: expect.any(Date) });
    expect(new Set(answers.map(({ releasedAt }) => releasedAt?.getTime())).size).toBe(1);
    expect((await leases.events('lease.released')).filter((event) => event['mailboxId'] === mailboxId)).toEqual([
      expect.objectContaining({ leaseId: id, agentId: agent.agentId }),
    ]);
  });

  it('closes the address to mail on every replica within a second, and for ever', async () => {
    const agent = await leases.agent();
    const { id, address } = await leases.allocate(agent);
    expect([await resolve(0, address), await resolve(1, address)]).toMatchObject([
      { kind: 'mailbox' },
      { kind: 'mailbox' },
    ]);
    const begun = Date.now();
    await leases.replicas[0].leases.release(agent, id);
    await until(async () => (await resolve(1, address))?.kind === 'disabled');
    expect(Date.now() - begun).toBeLessThan(1_500);
    await leases.pass(id, 10_000);
    expect(await resolve(1, address)).toEqual({ kind: 'disabled' });
  });

  it('tells whoever waits in the mailbox, on another replica as well', async () => {
    const agent = await leases.agent();
    const { id, mailboxId } = await leases.allocate(agent);
    const told = [0, 0];
    const unwatch = leases.replicas.map(({ part }, index) =>
      part(LeaseEnds).watch(mailboxId, () => (told[index] = (told[index] ?? 0) + 1)),
    );
    await leases.replicas[0].leases.release(agent, id);
    await until(async () => told.every((count) => count === 1));
    for (const forget of unwatch) forget();
    expect(told).toEqual([1, 1]);
  });

  it('is as if there were no such lease for another tenant', async () => {
    const [ada, eve] = [await leases.agent(), await leases.agent()];
    const { id } = await leases.allocate(ada);
    const { leases: service } = leases.replica();
    for (const work of [service.release(eve, id), service.extend(eve, id, 5), service.require(eve, id)]) {
      expect(await codeOf(work)).toBe('not_found');
    }
    expect((await service.require(ada, id)).status).toBe('active');
  });
});

describe('the time of a lease', () => {
  it('ends it at once, however fresh a trusted look-up is', async () => {
    const agent = await leases.agent();
    const { id, address } = await leases.allocate(agent, 1);
    await leases.rows(
      `with l as (update mailbox_lease set expires_at = now() + interval '700 milliseconds' where id = $1 returning mailbox_id, expires_at)
       update mailbox m set leased_until = l.expires_at from l where m.id = l.mailbox_id`,
      [id],
    );
    const [{ leases: service }] = leases.replicas;
    while ((await service.require(agent, id)).status === 'active') {
      const decision = await resolve(0, address);
      const { status } = await service.require(agent, id);
      // A second look, so that the end may fall between the two.
      if (status === 'active') expect(decision?.kind).toBe('mailbox');
    }
    expect(await resolve(0, address)).toEqual({ kind: 'disabled' });
    expect((await service.require(agent, id)).status).toBe('expired');
  });

  it('can be extended while it runs, from now on, and never shortened', async () => {
    const agent = await leases.agent();
    const { id, mailboxId } = await leases.allocate(agent, 2);
    const [{ leases: service }] = leases.replicas;
    const longer = await service.extend(agent, id, 100);
    expect(Math.round((longer.expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(100);
    expect((await service.extend(agent, id, 1)).expiresAt).toEqual(longer.expiresAt);
    const [mailbox] = await leases.rows('select leased_until from mailbox where id = $1', [mailboxId]);
    expect(mailbox).toEqual({ leased_until: longer.expiresAt });
    await leases.pass(id, 101);
    expect(await codeOf(service.extend(agent, id, 1))).toBe('lease_expired');
    expect(await service.release(agent, id)).toMatchObject({ status: 'expired', releasedAt: null });
  });

  it('is over once that was told, also for a call that began before it and had to wait', async () => {
    const agent = await leases.agent();
    const { id } = await leases.allocate(agent, 1);
    await leases.rows(`update mailbox_lease set expires_at = now() + interval '2 seconds' where id = $1`, [id]);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const tellEnd = `update mailbox_lease set end_told_at = clock_timestamp() where id = $1 and expires_at <= clock_timestamp()`;
    const codes = await leases.database.transaction(async (tx) => {
      await tx.$queryRawUnsafe('select from mailbox_lease where id = $1 for update', id);
      const [{ leases: service }] = leases.replicas;
      const codes = [codeOf(service.extend(agent, id, 5)), service.release(agent, id)];
      await until(async () => (await leases.rows(waiting)).length === 2);
      await until(async () => (await tx.$executeRawUnsafe(tellEnd, id)) === 1);
      return codes;
    });
    expect(await Promise.all(codes)).toMatchObject(['lease_expired', { status: 'expired', releasedAt: null }]);
    expect((await leases.events('lease.released')).filter(({ leaseId }) => leaseId === id)).toEqual([]);
  });

  it('is told of as early as before, where it was asked to come sooner', async () => {
    const agent = await leases.agent();
    const { id } = await leases.allocate(agent, 24);
    await leases.pass(id, 22);
    const warning = () => leases.rows('select warn_at, expires_at from mailbox_lease where id = $1', [id]);
    const before = await warning();
    await leases.replicas[0].leases.extend(agent, id, 1);
    expect(await warning()).toEqual(before);
  });

  it('makes the mailbox one that is disabled, as everybody sees it', async () => {
    const agent = await leases.agent();
    const { id, mailboxId } = await leases.allocate(agent, 1);
    const access = leases.replicas[0].part(MailboxAccess);
    expect((await access.require(agent, mailboxId)).status).toBe(0);
    await leases.pass(id, 2);
    access.forget(mailboxId);
    expect((await access.require(agent, mailboxId)).status).toBe(1);
  });
});

describe('the upkeep of leases', () => {
  const tell = async () => {
    for (let round = 0; round < 3; round += 1)
      await Promise.all(leases.replicas.map(({ upkeep }) => upkeep.tell(fail)));
  };
  const told = async (type: string, leaseId: string) =>
    (await leases.events(type)).filter((event) => event['leaseId'] === leaseId).length;

  it('tells of the ends of leases, though that of one can not be told, nor the coming end of another', async () => {
    const allocated = [];
    for (let n = 0; n < 6; n += 1) allocated.push(await leases.allocate(await leases.agent(), 5));
    const [unwarned, untold, ...others] = allocated.map(({ id }) => id);
    const [soon, ended] = [others.slice(0, 2), others.slice(2)];
    for (const id of [untold ?? '', ...ended]) await leases.pass(id, 6);
    await leases.rows(`update mailbox_lease set warn_at = now() where id = any ($1)`, [[unwarned, ...soon]]);
    const broken = `old.id in ('${unwarned}', '${untold}')`;
    const accept = await refuseRows(leases.database, 'update on mailbox_lease', broken);
    const failures: unknown[] = [];
    await leases.replicas[0].upkeep.tell((error) => failures.push(error));
    await accept();
    expect(failures).toHaveLength(2);
    for (const id of soon) expect(await told('lease.expiring', id)).toBe(1);
    for (const id of ended) expect(await told('lease.expired', id)).toBe(1);
    await tell();
    expect([await told('lease.expiring', unwarned ?? ''), await told('lease.expired', untold ?? '')]).toEqual([1, 1]);
  });

  it('tells once of the coming end, and once of the end, whoever looks', async () => {
    const agent = await leases.agent();
    const [short, long] = [await leases.allocate(agent, 5), await leases.allocate(agent, 100)];
    await leases.pass(short.id, 4);
    await leases.pass(long.id, 98);
    await tell();
    // A tenth of five hours is half an hour, and an hour before the end is that of the long one.
    expect([await told('lease.expiring', short.id), await told('lease.expiring', long.id)]).toEqual([0, 0]);
    await leases.rows(`update mailbox_lease set warn_at = warn_at - interval '61 minutes' where id = any ($1)`, [
      [short.id, long.id],
    ]);
    await tell();
    expect([await told('lease.expiring', short.id), await told('lease.expiring', long.id)]).toEqual([1, 1]);
    await leases.pass(short.id, 1);
    await tell();
    expect([await told('lease.expired', short.id), await told('lease.expired', long.id)]).toEqual([1, 0]);
    expect(await told('lease.expiring', short.id)).toBe(1);
  });

  it('tells nothing more of a lease that was released', async () => {
    const agent = await leases.agent();
    const { id } = await leases.allocate(agent, 1);
    await leases.replica().leases.release(agent, id);
    await leases.pass(id, 5);
    await tell();
    expect([
      await told('lease.expired', id),
      await told('lease.expiring', id),
      await told('lease.released', id),
    ]).toEqual([0, 0, 1]);
  });

  it('deletes the mail a day after the end, with all that belongs to it, and keeps the address', async () => {
    const agent = await leases.agent();
    const { id, mailboxId, address } = await leases.allocate(agent, 1);
    await buildEmails(leases.database, mailboxId, 250);
    const left = async () => {
      const [row] = await leases.rows<Record<string, number>>(
        `select (select count(*)::int from email where mailbox_id = $1) as emails,
           (select count(*)::int from email_task where mailbox_id = $1) as tasks,
           (select count(*)::int from mailbox where address = $2) as mailboxes`,
        [mailboxId, address],
      );
      return row;
    };
    const purge = async () => {
      while ((await Promise.all(leases.replicas.map(({ upkeep }) => upkeep.purge(fail)))).some(Boolean));
    };
    await leases.pass(id, 24);
    await purge();
    expect(await left()).toEqual({ emails: 250, tasks: 250, mailboxes: 1 });
    await leases.pass(id, 2);
    await purge();
    expect(await left()).toEqual({ emails: 0, tasks: 0, mailboxes: 1 });
    expect(await leases.rows('select purge_at from mailbox_lease where id = $1', [id])).toEqual([{ purge_at: null }]);
  });
});
