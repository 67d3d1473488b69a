import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import type { Actor, ClaimFilter, Task, TaskChange, TaskService, TaskStatus } from '../src/index.js';
import { replicaOf } from './replica.js';

let test: TestDatabase;
let database: Database;
let tasks: TaskService;
let mailboxId: number;
let mailboxes = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 20 });
  tasks = replicaOf(database);
  await buildTenant(database, 'tnt_a', 'a.test');
});
beforeEach(async () => {
  mailboxes += 1;
  mailboxId = await buildMailbox(database, 'tnt_a', `box${mailboxes}@a.test`);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const expireLease = statement(
  'test-expire',
  `update email_task set lease_expires_at = now() - interval '1 second' where email_id = $1`,
);
const newest: ClaimFilter = { statuses: ['new'], oldestFirst: false, limit: 1 };
const claimOf = (owner: string | undefined, principalId = 'token:1') => ({
  actor: { principalId, owner },
  ttlSeconds: 300,
});
const next = (owner?: string, filter: Partial<ClaimFilter> = {}) =>
  tasks.claimAvailable(mailboxId, claimOf(owner), { ...newest, ...filter });
const only = (claimed: readonly Task[]): Task => {
  if (!claimed[0]) throw new Error('nothing was claimed');
  return claimed[0];
};

const set = (...emailIds: number[]) => ({ mailboxId, emailIds });
const place = (id: number) => ({ id, mailboxId });
const taskOf = async (id: number, of = mailboxId) => (await tasks.findMany([{ id, mailboxId: of }])).get(id);
const changed = ([change]: TaskChange[]): Task => {
  if (change && 'task' in change) return change.task;
  throw change?.refusal ?? new Error('nothing became of it');
};
/** The operations on sets, applied to one task. */
const one = {
  renew: async (id: number, actor: Actor, change: { ttlSeconds: number; checkpoint?: string }) =>
    changed(await tasks.renew(set(id), actor, change)),
  release: async (id: number, actor: Actor, status?: TaskStatus) =>
    changed(await tasks.release(set(id), actor, status)),
  setStatus: async (id: number, actor: Actor, status: TaskStatus) =>
    changed(await tasks.setStatus(set(id), actor, status)),
};
const said = (changes: TaskChange[]) =>
  changes.map((change) => [change.emailId, 'task' in change ? change.task.status : change.refusal.code]);

describe('claiming', () => {
  it('gives one task to exactly one of fifty racing agents', async () => {
    await buildEmails(database, mailboxId, 1);
    const claims = await Promise.all(Array.from({ length: 50 }, (_, index) => next(`agent-${index}`)));
    expect(claims.filter(({ length }) => length === 1)).toHaveLength(1);
    expect(claims.filter(({ length }) => length === 0)).toHaveLength(49);
  });

  it('gives each of fifty racing agents a task of its own when there are fifty', async () => {
    const ids = await buildEmails(database, mailboxId, 50);
    const claims = await Promise.all(Array.from({ length: 50 }, (_, index) => next(`agent-${index}`)));
    expect(claims.map((claimed) => only(claimed).emailId).sort((a, b) => a - b)).toEqual(ids);
  });

  it('lets agents that race over several statuses miss nothing that is free', async () => {
    const ids = await buildEmails(database, mailboxId, 20);
    for (const id of ids.slice(0, 10)) await one.setStatus(id, { principalId: 'token:1' }, 'needs_human');
    const statuses: TaskStatus[] = ['new', 'needs_human'];
    const claimed: number[] = [];
    while (claimed.length < 20) {
      const round = await Promise.all(Array.from({ length: 20 }, (_, index) => next(`agent-${index}`, { statuses })));
      const taken = round.flat().map(({ emailId }) => emailId);
      if (taken.length === 0) break;
      claimed.push(...taken);
    }
    expect(claimed.sort((a, b) => a - b)).toEqual(ids);
  });

  it('is newest first, oldest first on request, and only beyond the cursor', async () => {
    const [a, b, c] = await buildEmails(database, mailboxId, 3);
    expect(only(await next('x', { cursor: c })).emailId).toBe(b);
    expect(only(await next('x')).emailId).toBe(c);
    expect(only(await next('x', { oldestFirst: true })).emailId).toBe(a);
  });

  it('passes over mail that is not ready', async () => {
    const [id] = await buildEmails(database, mailboxId, 1);
    await database.query(statement('test-unready', 'update email_task set ready = false where email_id = $1'), [id]);
    expect(await next()).toEqual([]);
    await expect(tasks.claim(place(id ?? 0), claimOf('x'))).rejects.toThrow(/not_found/);
  });

  it('of an expired task works by id, by status, and not by the default filter', async () => {
    const [id = 0] = await buildEmails(database, mailboxId, 1);
    const first = only(await next('first'));
    await database.query(expireLease, [id]);
    expect(await next('second')).toEqual([]);
    const second = only(await next('second', { statuses: ['processing'] }));
    expect(second).toMatchObject({ emailId: id, leaseOwner: 'second', attempts: 2 });
    expect(second.leaseToken).not.toBe(first.leaseToken);
    await database.query(expireLease, [id]);
    expect(await tasks.claim(place(id), claimOf('third'))).toMatchObject({ leaseOwner: 'third' });
  });

  it('again by the same named owner extends with the same lease token; without a name it never does', async () => {
    const [a = 0, b = 0] = await buildEmails(database, mailboxId, 2);
    const held = await tasks.claim(place(a), claimOf('agent'));
    const again = await tasks.claim(place(a), claimOf('agent'));
    expect(again.leaseToken).toBe(held.leaseToken);
    expect(again.attempts).toBe(1);
    await expect(tasks.claim(place(a), claimOf('other'))).rejects.toMatchObject({ code: 'lease_conflict' });
    await tasks.claim(place(b), claimOf(undefined));
    await expect(tasks.claim(place(b), claimOf(undefined))).rejects.toMatchObject({ code: 'lease_conflict' });
  });

  it('past the attempts makes the task one for a human, and the next claim begins anew', async () => {
    const [id = 0] = await buildEmails(database, mailboxId, 1);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await tasks.claim(place(id), claimOf(`agent-${attempt}`))).attempts).toBe(attempt);
      await database.query(expireLease, [id]);
    }
    await expect(tasks.claim(place(id), claimOf('one-more'))).rejects.toMatchObject({ code: 'lease_conflict' });
    const task = await taskOf(id);
    expect(task).toMatchObject({ status: 'needs_human', reason: 'attempts exhausted', attempts: 0 });
    expect(await tasks.claim(place(id), claimOf('human'))).toMatchObject({ attempts: 1 });
  });
});

describe('a lease', () => {
  it('is renewed from now by its owner or by whoever shows its token, and keeps a checkpoint for the next', async () => {
    await buildEmails(database, mailboxId, 1);
    const { emailId, leaseToken } = only(await next('agent'));
    await one.renew(emailId, { principalId: 'token:2', owner: 'agent' }, { ttlSeconds: 30 });
    const actor = { principalId: 'token:3', leaseToken: leaseToken ?? '' };
    expect(await one.renew(emailId, actor, { ttlSeconds: 60, checkpoint: 'page 2' })).toMatchObject({
      checkpoint: 'page 2',
    });
    await expect(one.renew(emailId, { principalId: 'token:1' }, { ttlSeconds: 60 })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const other = one.renew(emailId, { principalId: 'token:1', owner: 'other' }, { ttlSeconds: 60 });
    await expect(other).rejects.toMatchObject({ code: 'lease_conflict' });
    await database.query(expireLease, [emailId]);
    const late = one.renew(emailId, { principalId: 'token:1', owner: 'agent' }, { ttlSeconds: 60 });
    await expect(late).rejects.toMatchObject({ code: 'lease_expired' });
    expect(only(await next('heir', { statuses: ['processing'] })).checkpoint).toBe('page 2');
  });

  it('is released to new by its owner, with the attempt given back', async () => {
    await buildEmails(database, mailboxId, 1);
    const { emailId } = only(await next('agent'));
    const conflict = one.release(emailId, { principalId: 'token:1', owner: 'other' });
    await expect(conflict).rejects.toMatchObject({ code: 'lease_conflict' });
    const released = await one.release(emailId, { principalId: 'token:1', owner: 'agent' });
    expect(released).toMatchObject({ status: 'new', attempts: 0, leaseOwner: null, leaseToken: null, locked: false });
    expect(await one.release(emailId, { principalId: 'token:1', owner: 'anyone' })).toMatchObject({ status: 'new' });
    expect(await one.release(emailId, { principalId: 'token:1' }, 'handled')).toMatchObject({
      status: 'handled',
      handledBy: 'token:1',
    });
  });

  it('without a name belongs to the token that claimed', async () => {
    await buildEmails(database, mailboxId, 1);
    const { emailId, leaseOwner } = only(await next(undefined));
    expect(leaseOwner).toBe('token:1');
    await expect(one.release(emailId, { principalId: 'token:2' })).rejects.toMatchObject({ code: 'lease_conflict' });
    expect(await one.setStatus(emailId, { principalId: 'token:1' }, 'handled')).toMatchObject({
      status: 'handled',
      locked: false,
    });
  });

  it('fences: a token of an earlier lease changes nothing any more', async () => {
    const [id = 0] = await buildEmails(database, mailboxId, 1);
    const { leaseToken } = only(await next('agent'));
    await database.query(expireLease, [id]);
    await tasks.claim(place(id), claimOf('heir'));
    const stale = { principalId: 'token:1', leaseToken: leaseToken ?? '' };
    await expect(one.renew(id, stale, { ttlSeconds: 60 })).rejects.toMatchObject({ code: 'lease_expired' });
    await expect(one.release(id, stale)).rejects.toMatchObject({ code: 'lease_expired' });
    await expect(one.setStatus(id, stale, 'handled')).rejects.toMatchObject({ code: 'lease_expired' });
    const complete = database.sqlTransaction((tx) => tasks.complete(tx, place(id), stale));
    await expect(complete).rejects.toMatchObject({ code: 'lease_expired' });
    expect(await taskOf(id)).toMatchObject({ leaseOwner: 'heir', locked: true });
  });
});

describe('a batch', () => {
  const agent = { principalId: 'token:1', owner: 'agent' };

  it('judges each task by itself, and answers in the order asked', async () => {
    const [a = 0, b = 0, c = 0] = await buildEmails(database, mailboxId, 3);
    const elsewhere = await buildMailbox(database, 'tnt_a', `elsewhere${mailboxes}@a.test`);
    const [theirs = 0] = await buildEmails(database, elsewhere, 1);
    await tasks.claim(place(b), claimOf('other'));
    await tasks.claim(place(a), claimOf('agent'));
    expect(said(await tasks.setStatus(set(c, b, theirs, a), agent, 'handled', 'done'))).toEqual([
      [c, 'handled'],
      [b, 'lease_conflict'],
      [theirs, 'not_found'],
      [a, 'handled'],
    ]);
    expect(await taskOf(theirs, elsewhere)).toMatchObject({ status: 'new', reason: '' });
    expect(said(await tasks.renew(set(a, b), agent, { ttlSeconds: 60 }))).toEqual([
      [a, 'lease_expired'],
      [b, 'lease_conflict'],
    ]);
    expect(said(await tasks.release(set(b, c), { principalId: 'token:2', owner: 'other' }))).toEqual([
      [b, 'new'],
      [c, 'handled'],
    ]);
  });

  it('does not deadlock with another over the same tasks in another order', async () => {
    const ids = await buildEmails(database, mailboxId, 40);
    const rounds = Array.from({ length: 20 }, (_, round) =>
      tasks.setStatus(set(...(round % 2 ? ids : ids.toReversed())), agent, round % 3 ? 'handled' : 'new'),
    );
    for (const changes of await Promise.all(rounds)) expect(changes.every((change) => 'task' in change)).toBe(true);
  });

  it('is claimed by racing agents without a task given twice or left', async () => {
    const ids = await buildEmails(database, mailboxId, 100);
    const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => next(`agent-${index}`, { limit: 7 })));
    const claimed = claims.flat().map(({ emailId }) => emailId);
    while (claimed.length < 100) {
      const more = await next('last', { limit: 20 });
      if (more.length === 0) break;
      claimed.push(...more.map(({ emailId }) => emailId));
    }
    expect(claimed.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe('requeueing expired tasks', () => {
  it('frees those whose lease ended before the cutoff, of the owner asked for, and no others', async () => {
    const [active = 0, mine = 0, theirs = 0, waiting = 0] = await buildEmails(database, mailboxId, 4);
    await tasks.claim(place(active), claimOf('agent'));
    await tasks.claim(place(mine), claimOf('agent'));
    await tasks.claim(place(theirs), claimOf('other'));
    await database.query(expireLease, [mine]);
    await database.query(expireLease, [theirs]);
    const requeue = (filter: object) =>
      tasks.requeueExpired(mailboxId, { reason: 'lease expired', limit: 20, ...filter });
    expect(await requeue({ before: new Date(Date.now() - 60_000) })).toEqual([]);
    const [requeued, ...others] = await requeue({ owner: 'agent' });
    expect(others).toEqual([]);
    expect(requeued).toMatchObject({ emailId: mine, status: 'new', leaseOwner: null, reason: 'lease expired' });
    expect((await requeue({ limit: 1 })).map(({ emailId }) => emailId)).toEqual([theirs]);
    expect(await requeue({ before: new Date(Date.now() + 3_600_000) })).toEqual([]);
    expect(await taskOf(active)).toMatchObject({ status: 'processing', locked: true });
    expect(await taskOf(waiting)).toMatchObject({ status: 'new', reason: '' });
  });
});

describe('statistics', () => {
  it('add up: every task is locked or available, and the owners sum to the locked and the expired', async () => {
    const ids = await buildEmails(database, mailboxId, 10);
    for (const id of ids.slice(0, 4)) await tasks.claim(place(id), claimOf(id % 2 ? 'odd' : 'even'));
    await database.query(expireLease, [ids[0]]);
    await one.setStatus(ids[5] ?? 0, { principalId: 'token:1' }, 'handled');
    const stats = await tasks.stats(mailboxId);
    expect(stats).toMatchObject({ total: 10, locked: 3, available: 7, expired: 1 });
    expect(stats.byStatus.processing).toEqual({ total: 4, locked: 3, available: 1, expired: 1 });
    const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
    expect([sum(stats.lockedByOwner), sum(stats.expiredByOwner)]).toEqual([3, 1]);
    expect(Object.values(stats.byStatus).reduce((total, counts) => total + counts.total, 0)).toBe(10);
  });
});
