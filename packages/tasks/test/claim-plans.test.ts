import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, plannedAnew, type TestDatabase } from '@mailroom/testing';
import { ClaimTurnRepository } from '../src/claim-turn.repository.js';
import { StatusRepository } from '../src/status.repository.js';
import { TaskEmailRepository } from '../src/task-email.repository.js';

/** Only among so many does a plan that does not know the limit look dearer. */
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
const actor = { principalId: 'token:1' };
const claim = { actor, ttlSeconds: 60 };

it.each(['none', 'full'] as const)('a turn is planned once, or planning would cost as much as it: %s', async (part) => {
  const turns = new ClaimTurnRepository(database);
  for (const oldestFirst of orders) {
    const filter = { statuses: ['new'], oldestFirst } as const;
    let last: number | undefined;
    for (let time = 0; time < TIMES; time += 1) {
      const completion =
        last === undefined ? undefined : ({ emailId: last, actor, status: 'handled', reason: '' } as const);
      const [result] = await turns.take(mailboxId, filter, [{ claim, part, limit: 1 + (time % 3), completion }]);
      last = result?.taken[0]?.task.emailId;
      expect(last).toBeDefined();
    }
  }
  expect(await plannedAnew(database)).toEqual([]);
});

it('so are statuses that are set', async () => {
  const statuses = new StatusRepository(database);
  for (let time = 0; time < TIMES; time += 1) {
    const emailIds = Array.from({ length: 1 + (time % 3) }, (_, n) => EMAILS / 2 + 3 * time + n);
    const changed = await statuses.set({ mailboxId, emailIds }, { actor, status: 'handled', reason: '' });
    expect([...changed.keys()].sort((a, b) => a - b)).toEqual(emailIds);
  }
  expect(await plannedAnew(database)).toEqual([]);
});

it('so is the reading of one email with its task', async () => {
  const emails = new TaskEmailRepository(database);
  for (let time = 1; time <= TIMES; time += 1) expect(await emails.find(time, mailboxId)).not.toBeNull();
  expect(await plannedAnew(database)).toEqual([]);
});
