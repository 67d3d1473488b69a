import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import type { ClaimFilter, Task, TaskChange, TaskService, TaskStatus } from '../src/index.js';
import { replicaOf } from './replica.js';

const BATCH = 20;

let test: TestDatabase;
let databases: [Database, Database];
let replicas: [TaskService, TaskService];
let mailboxId: number;
let mailboxes = 0;
beforeAll(async () => {
  test = await createTestDatabase();
  const open = () => new Database({ url: test.url, poolSize: 10 });
  databases = [open(), open()];
  replicas = [replicaOf(databases[0]), replicaOf(databases[1])];
  await buildTenant(databases[0], 'tnt_a', 'a.test');
});
beforeEach(async () => {
  mailboxes += 1;
  mailboxId = await buildMailbox(databases[0], 'tnt_a', `box${mailboxes}@a.test`);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await test.drop();
});

const oldestNew = { statuses: ['new'], oldestFirst: true, limit: BATCH } as const;
const ofAny: ClaimFilter = { statuses: ['new', 'processing', 'needs_human'], oldestFirst: false, limit: BATCH };
const actorOf = (owner: string, leaseToken?: string | null) => ({
  principalId: 'token:1',
  owner,
  ...(leaseToken && { leaseToken }),
});
const replicaAt = (n: number) => replicas[n % 2 === 0 ? 0 : 1];
const batch = (n: number, filter: ClaimFilter = oldestNew) =>
  replicaAt(n).claimAvailable(mailboxId, { actor: actorOf(`agent-${n}`), ttlSeconds: 300 }, filter);
const set = (n: number, emailIds: number[], status: TaskStatus, leaseToken?: string | null) =>
  replicaAt(n).setStatus({ mailboxId, emailIds }, actorOf(`agent-${n}`, leaseToken), status, `by ${n}`);
const said = (changes: TaskChange[]) =>
  changes.map((change) => ('task' in change ? change.task.status : change.refusal.code));
const idsOf = (tasks: readonly Task[]) => tasks.map(({ emailId }) => emailId);
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);

describe('batches', () => {
  it.each([oldestNew, ofAny])(
    'of thirty agents of two replicas share the tasks, each task once: %j',
    async (filter) => {
      const ids = await buildEmails(databases[0], mailboxId, 500);
      const batches = await Promise.all(Array.from({ length: 30 }, (_, n) => batch(n, filter)));
      expect(sorted(batches.flatMap(idsOf))).toEqual(ids);
      for (const [n, tasks] of batches.entries()) {
        const inOrder = filter.oldestFirst ? sorted(idsOf(tasks)) : sorted(idsOf(tasks)).reverse();
        expect(idsOf(tasks)).toEqual(inOrder);
        for (const { leaseOwner } of tasks) expect(leaseOwner).toBe(`agent-${n}`);
        expect(new Set(tasks.map(({ leaseToken }) => leaseToken)).size).toBe(tasks.length === 0 ? 0 : 1);
      }
      const tokens = batches.flatMap(([first]) => first?.leaseToken ?? []);
      expect(new Set(tokens).size).toBe(tokens.length);
    },
  );

  it('are handled by those who hold them, all at once, until nothing is left', async () => {
    const ids = await buildEmails(databases[0], mailboxId, 700);
    const handled: number[] = [];
    const work = async (n: number) => {
      for (;;) {
        const tasks = await batch(n);
        if (tasks.length === 0) return;
        const changes = await set(n, idsOf(tasks), 'handled', tasks[0]?.leaseToken);
        expect(new Set(said(changes))).toEqual(new Set(['handled']));
        expect(changes.map(({ emailId }) => emailId)).toEqual(idsOf(tasks));
        handled.push(...idsOf(tasks));
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => work(n)));
    expect(sorted(handled)).toEqual(ids);
    expect((await replicas[0].stats(mailboxId)).byStatus.handled.total).toBe(700);
  });

  it('pass over tasks whose attempts are spent, and fill up with the next', async () => {
    const ids = await buildEmails(databases[0], mailboxId, 50);
    const spend = statement('test-spend', 'update email_task set attempts = max_attempts where email_id = any ($1)');
    await databases[0].query(spend, [ids.slice(0, 5)]);
    const [first, second] = [await batch(0), await batch(0)];
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids.slice(5, 45));
    const { byStatus } = await replicas[0].stats(mailboxId);
    expect([byStatus.needs_human.total, byStatus.new.total]).toEqual([5, 5]);
  });

  it('that mix claims of one task with bodies and claims of many give each its own', async () => {
    const ids = await buildEmails(databases[0], mailboxId, 100);
    const one = (n: number) =>
      replicas[0].claimNext(mailboxId, oldestNew, {
        claim: { actor: actorOf(`single-${n}`), ttlSeconds: 60 },
        part: n % 2 === 0 ? 'full' : 'none',
      });
    const singles = Promise.all(Array.from({ length: 10 }, (_, n) => one(n)));
    const batches = Promise.all([0, 2, 4].map((n) => batch(n)));
    const claimed = (await singles).map((next) => next.claimed);
    for (const [n, next] of claimed.entries()) {
      expect(next?.task.leaseOwner).toBe(`single-${n}`);
      expect(next?.email?.email.id ?? null).toBe(n % 2 === 0 ? next?.task.emailId : null);
    }
    const taken = [...claimed.flatMap((next) => next?.task ?? []), ...(await batches).flat()];
    expect(sorted(idsOf(taken))).toEqual(ids.slice(0, 70));
  });
});

describe('statuses that are set at once', () => {
  it('are judged each by itself: held by another, a stale token, no such task, twice in one call', async () => {
    const [a = 0, b = 0, c = 0] = await buildEmails(databases[0], mailboxId, 3);
    const [held] = await batch(0, { ...oldestNew, limit: 1 });
    const changes = await Promise.all([
      set(0, [a, b, b, 999_999_999], 'handled'),
      set(2, [a, c], 'ignored'),
      set(4, [c, a], 'needs_human', 'lse_stale'),
      set(6, [], 'handled'),
    ]);
    expect(held?.emailId).toBe(a);
    expect(changes.map(said)).toEqual([
      ['handled', 'handled', 'handled', 'not_found'],
      ['ignored', 'ignored'],
      ['lease_expired', 'lease_expired'],
      [],
    ]);
  });

  it('follow each other where they name the same task, so that the last one stays', async () => {
    const [id = 0, other = 0] = await buildEmails(databases[0], mailboxId, 2);
    const statuses = ['handled', 'new', 'ignored', 'needs_human', 'handled', 'ignored'] as const;
    const changes = await Promise.all(statuses.map((status, n) => set(2 * n, [id, other], status)));
    expect(changes.map(said)).toEqual(statuses.map((status) => [status, status]));
    const found = await replicas[0].findMany([{ id, mailboxId }]);
    expect(found.get(id)).toMatchObject({ status: 'ignored', reason: 'by 10' });
  });

  it('of one mailbox say nothing of another', async () => {
    const [here = 0] = await buildEmails(databases[0], mailboxId, 1);
    const elsewhere = await buildMailbox(databases[0], 'tnt_a', `elsewhere${mailboxes}@a.test`);
    const [there = 0] = await buildEmails(databases[0], elsewhere, 1);
    expect(said(await set(0, [here, there], 'handled'))).toEqual(['handled', 'not_found']);
    const found = await replicas[0].findMany([{ id: there, mailboxId: elsewhere }]);
    expect(found.get(there)?.status).toBe('new');
  });
});
