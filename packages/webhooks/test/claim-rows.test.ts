import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, fail, RowsRead, type TestDatabase } from '@mailroom/testing';
import { DeliveryClaimRepository, WALK_START, type Walk } from '../src/delivery-claim.repository.js';

const CLAIMED = 64;
/** A claim looks at so many rows at most, whatever waits. */
const BOUND = 3_000;

const begin = statement('test-begin', 'truncate webhook, webhook_delivery');
const addWebhooks = statement(
  'test-add-webhooks',
  `insert into webhook (tenant_id, user_id, url, events, secret)
   select $1, 1, 'https://hooks.test/', '{}', 'secret' from generate_series(1, $2::int) returning id`,
);
/** Deliveries of each of the endpoints, all of which have been due for so long. */
const addDue = statement(
  'test-add-due',
  `insert into webhook_delivery (webhook_id, mailbox_id, event_id, type, occurred_at, next_attempt_at)
   select w, $2::int, gen_random_uuid(), 'email.received', now(), now() - make_interval(secs => $4)
   from generate_series(1, $3::int) n, unnest($1::int[]) w`,
);
const analyze = statement('test-analyze', 'analyze webhook, webhook_delivery');

let test: TestDatabase;
let rows: RowsRead;
let claims: DeliveryClaimRepository;
let mailboxId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  rows = new RowsRead(test.url);
  claims = new DeliveryClaimRepository(rows.database);
  await buildTenant(rows.database, 'tnt_full', 'full.test');
  await buildTenant(rows.database, 'tnt_other', 'other.test');
  mailboxId = await buildMailbox(rows.database, 'tnt_full', 'a@full.test');
});
beforeEach(() => rows.database.query(begin));
afterAll(async () => {
  await rows.database.close();
  await test.drop();
});

async function endpoints(count: number, tenantId = 'tnt_other'): Promise<number[]> {
  const added = await rows.database.query<{ id: number }>(addWebhooks, [tenantId, count]);
  return added.map(({ id }) => id);
}
async function due(webhookIds: readonly number[], each: number, seconds: number): Promise<void> {
  await rows.database.query(addDue, [webhookIds, mailboxId, each, seconds]);
  await rows.database.query(analyze);
}

/** Claims until nothing more is found; returns whose deliveries were claimed, and the most rows that a claim read. */
async function claimAll(full: readonly number[], fullTenants: readonly string[] = []) {
  const rooms = { webhookIds: full, rooms: full.map(() => 0) };
  const shares = { tenantIds: fullTenants, rooms: fullTenants.map(() => 0), otherwise: 128 };
  const claimed: number[] = [];
  let most = 0;
  let walk: Walk | null = null;
  for (let more = true; more;) {
    const read = await rows.by(async () => {
      const { due, goOn } = await claims.claim(CLAIMED, rooms, shares, walk ?? WALK_START, fail);
      claimed.push(...due.map(({ webhookId }) => webhookId));
      more = due.length > 0 || goOn !== null;
      walk = goOn;
    });
    most = Math.max(most, read);
  }
  return { claimed, most };
}

it('passes over all that is due for an endpoint that is full, without looking at it', async () => {
  const full = await endpoints(1, 'tnt_full');
  const others = await endpoints(3);
  await due(full, 20_000, 3_600);
  await due(others, 5, 60);
  const { claimed, most } = await claimAll(full);
  expect(claimed.sort((a, b) => a - b)).toEqual(others.flatMap((id) => [id, id, id, id, id]));
  expect(most).toBeLessThan(BOUND);
});

it('passes over all that is due for a tenant that is full', async () => {
  const full = await endpoints(50, 'tnt_full');
  const others = await endpoints(3);
  await due(full, 400, 3_600);
  await due(others, 1, 60);
  const { claimed, most } = await claimAll([], ['tnt_full']);
  expect(claimed.sort((a, b) => a - b)).toEqual(others);
  expect(most).toBeLessThan(BOUND);
});

it('finds what is due for many endpoints behind those that are full, a part of them at a time', async () => {
  const full = await endpoints(1, 'tnt_full');
  await endpoints(5_000);
  const others = await endpoints(5_000);
  await due(full, 20_000, 3_600);
  await due(others, 2, 60);
  const { claimed, most } = await claimAll(full);
  expect(claimed.sort((a, b) => a - b)).toEqual(others.flatMap((id) => [id, id]));
  expect(most).toBeLessThan(BOUND);
});
