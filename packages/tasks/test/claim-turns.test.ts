import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import type { NextClaim, NextTask, TurnFilter } from '../src/claim-turn.js';
import type { Task, TaskService, TaskStatus } from '../src/index.js';
import { replicaOf } from './replica.js';

let test: TestDatabase;
let databases: Database[];
let replicas: TaskService[];
let mailboxId: number;
let mailboxes = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  databases = [0, 1].map(() => new Database({ url: test.url, poolSize: 10 }));
  replicas = databases.map(replicaOf);
  await buildTenant(first(databases), 'tnt_a', 'a.test');
});
beforeEach(async () => {
  mailboxes += 1;
  mailboxId = await buildMailbox(first(databases), 'tnt_a', `box${mailboxes}@a.test`);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await test.drop();
});

function first<T>(items: readonly T[]): T {
  if (items[0] === undefined) throw new Error('there is none');
  return items[0];
}

const oldestNew: TurnFilter = { statuses: ['new'], oldestFirst: true };
const anyStatus: TurnFilter = { statuses: ['new', 'processing', 'needs_human'], oldestFirst: false };
const principalId = 'token:1';

function request(owner: string, ended?: Task, status: TaskStatus = 'handled'): NextClaim {
  const claim = { actor: { principalId, owner }, ttlSeconds: 300 };
  if (!ended) return { claim, part: 'none' };
  const actor = { principalId, owner, leaseToken: ended.leaseToken ?? undefined };
  return { claim, part: 'none', completion: { emailId: ended.emailId, actor, status, reason: 'done' } };
}
const claim = (owner: string, ended?: Task, filter = oldestNew, replica = first(replicas)) =>
  replica.claimNext(mailboxId, filter, request(owner, ended));
const taskOf = ({ claimed }: NextTask): Task => {
  if (!claimed) throw new Error('nothing was claimed');
  return claimed.task;
};
const outcomeOf = ({ completion }: NextTask) =>
  completion && ('task' in completion ? completion.task.status : completion.refusal.code);

describe('turns', () => {
  it.each([oldestNew, anyStatus])('give each task to one of forty agents of two replicas: %j', async (filter) => {
    const ids = await buildEmails(first(databases), mailboxId, 30);
    const asked = Array.from({ length: 40 }, (_, n) => claim(`agent-${n}`, undefined, filter, replicas[n % 2]));
    const held = (await Promise.all(asked)).flatMap(({ claimed }) => claimed ?? []);
    expect(held.map(({ task }) => task.emailId).sort((a, b) => a - b)).toEqual(ids);
    expect(new Set(held.map(({ task }) => task.leaseToken)).size).toBe(30);
  });

  it.each([oldestNew, anyStatus])('give the next task where another turn holds the first: %j', async (filter) => {
    const ids = await buildEmails(first(databases), mailboxId, 20);
    const inOrder = filter.oldestFirst ? ids : ids.toReversed();
    await first(databases).transaction(async (tx) => {
      await tx.$queryRaw`select from email_task where email_id = any (${inOrder.slice(0, 16)}) for update`;
      expect(taskOf(await claim('agent', undefined, filter, replicas[1])).emailId).toBe(inOrder[16]);
    });
  });

  it('let workers of two replicas end and claim in one call until nothing is left, each task once', async () => {
    const ids = await buildEmails(first(databases), mailboxId, 120);
    const handled: number[] = [];
    const work = async (worker: number) => {
      for (let held: Task | undefined; ;) {
        const next = await claim(`agent-${worker}`, held, oldestNew, replicas[worker % 2]);
        if (held) expect(outcomeOf(next)).toBe('handled');
        if (held) handled.push(held.emailId);
        if (!next.claimed) return;
        held = next.claimed.task;
        expect(held.leaseOwner).toBe(`agent-${worker}`);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, worker) => work(worker)));
    expect(handled.sort((a, b) => a - b)).toEqual(ids);
    expect((await first(replicas).stats(mailboxId)).byStatus.handled.total).toBe(120);
  });

  it('end a task once, however many say at the same time that they end it, and all of them claim', async () => {
    await buildEmails(first(databases), mailboxId, 21);
    const held = taskOf(await claim('holder'));
    const asked = Array.from({ length: 20 }, (_, n) => claim('holder', held, oldestNew, replicas[n % 2]));
    const answers = await Promise.all(asked);
    expect(answers.filter((next) => outcomeOf(next) === 'handled')).toHaveLength(1);
    expect(answers.filter((next) => outcomeOf(next) === 'lease_expired')).toHaveLength(19);
    expect(new Set(answers.map((next) => taskOf(next).emailId)).size).toBe(20);
  });

  it('claim on where the completion fails: a stale token, no such task, a task of another mailbox', async () => {
    await buildEmails(first(databases), mailboxId, 4);
    const held = taskOf(await claim('a'));
    const stranger = { ...held, leaseToken: 'lse_other' };
    const elsewhere = await buildMailbox(first(databases), 'tnt_a', `elsewhere${mailboxes}@a.test`);
    await buildEmails(first(databases), elsewhere, 1);
    const theirs = (await first(replicas).claimNext(elsewhere, oldestNew, request('a'))).claimed?.task;
    const cases = [
      [stranger, 'lease_expired'],
      [{ ...held, emailId: 999_999_999 }, 'not_found'],
      [theirs, 'not_found'],
    ] as const;
    for (const [task, code] of cases) {
      const next = await claim('a', task);
      expect([outcomeOf(next), next.claimed?.task.status]).toEqual([code, 'processing']);
    }
    const found = await first(replicas).findMany([
      { id: held.emailId, mailboxId },
      { id: theirs?.emailId ?? 0, mailboxId: elsewhere },
    ]);
    expect([...found.values()].map(({ status }) => status)).toEqual(['processing', 'processing']);
  });

  it('say what ended where there is nothing left to claim, and do not give back what they just ended', async () => {
    await buildEmails(first(databases), mailboxId, 1);
    const held = taskOf(await claim('a'));
    const again = await first(replicas).claimNext(mailboxId, anyStatus, request('a', held, 'new'));
    expect([outcomeOf(again), again.claimed]).toEqual(['new', null]);
    expect(taskOf(await claim('a')).emailId).toBe(held.emailId);
  });

  it('pass over a task whose attempts are spent, which goes to a person', async () => {
    const ids = await buildEmails(first(databases), mailboxId, 2);
    const spend = statement('test-spend', 'update email_task set attempts = max_attempts where email_id = $1');
    await first(databases).query(spend, [ids[0]]);
    expect(taskOf(await claim('a')).emailId).toBe(ids[1]);
    const [spent = 0] = ids;
    expect((await first(replicas).findMany([{ id: spent, mailboxId }])).get(spent)?.status).toBe('needs_human');
  });
});
