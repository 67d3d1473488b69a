import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, plannedAnew, type TestDatabase } from '@mailroom/testing';
import { ClaimTurnRepository } from '../src/claim-turn.repository.js';
import { ClaimRepository } from '../src/claim.repository.js';
import { TaskEmailRepository } from '../src/task-email.repository.js';

/** With fewer, a plan that does not know the limit does not look dearer. */
const EMAILS = 60_000;
const TIMES = 20;

let test: TestDatabase;
let database: Database;
let mailboxId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 1 });
  await buildTenant(database, 'tnt_plans', 'plans.test');
  mailboxId = await buildMailbox(database, 'tnt_plans', 'a@plans.test');
  const fill = statement(
    'test-fill',
    `with e as (
       insert into email (mailbox_id, direction, status, unread, raw_id, ready_at)
       select $1, 0, 'received', true, gen_random_uuid(), now() from generate_series(1, $2::int) returning id)
     insert into email_task (email_id, mailbox_id, seq, ready) select id, $1, id, true from e`,
  );
  await database.query(fill, [mailboxId, EMAILS]);
  await database.query(statement('test-analyze', 'analyze'));
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const orders = [true, false];
const claim = { actor: { principalId: 'token:1' }, ttlSeconds: 60 };

it('a claim of one task is planned once, or planning would cost as much as the claim', async () => {
  const claims = new ClaimRepository(database);
  for (const oldestFirst of orders) {
    const filter = { statuses: ['new'], oldestFirst, cursor: undefined, limit: 1 } as const;
    for (let time = 0; time < TIMES; time += 1)
      expect(await claims.claimFirst(mailboxId, claim, filter)).toHaveLength(1);
  }
  expect(await plannedAnew(database)).toEqual([]);
});

it('so is a turn that ends a task and claims the next, with its email', async () => {
  const turns = new ClaimTurnRepository(database);
  const actor = { principalId: 'token:1' };
  for (const oldestFirst of orders) {
    const filter = { statuses: ['new'], oldestFirst } as const;
    let last: number | undefined;
    for (let time = 0; time < TIMES; time += 1) {
      const completion =
        last === undefined ? undefined : ({ emailId: last, actor, status: 'handled', reason: '' } as const);
      const [result] = await turns.take(mailboxId, filter, [{ claim, part: 'full', completion }]);
      last = result?.taken?.task.emailId;
      expect(last).toBeDefined();
    }
  }
  expect(await plannedAnew(database)).toEqual([]);
});

it('so is the reading of one email with its task', async () => {
  const emails = new TaskEmailRepository(database);
  for (let time = 1; time <= TIMES; time += 1) expect(await emails.find(time, mailboxId)).not.toBeNull();
  expect(await plannedAnew(database)).toEqual([]);
});
