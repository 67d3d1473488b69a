import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { PostgresEventBus } from '@mailroom/messaging';
import { buildMailbox, buildTenant, createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { createJanitor, janitorGauges } from '../src/index.js';

/** What ten minutes took away when a trim was one statement of 5,000 rows every ten minutes. */
const OLD_RATE_MS = 600_000;
const ROWS = 200_000;

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  await buildTenant(database, 'tnt_kept', 'kept.test');
  await buildMailbox(database, 'tnt_kept', 'a@kept.test');
}, 60_000);
afterAll(async () => {
  await database.close();
  await test.drop();
});

let statements = 0;
const run = <Row extends object>(text: string) =>
  database.query<Row>(statement(`test-kept-${(statements += 1)}`, text), []);
const count = async (table: string) => (await run<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;

/** Rows of $1 whose time is over, and beside them some whose time is not. */
async function fill(rows: number): Promise<void> {
  const past = (days: number) => `now() - interval '${days} days'`;
  const series = `from generate_series(1, ${rows}) n`;
  await run(`insert into webhook (id, tenant_id, user_id, url, events, secret, deleted_at) values
    (1001, 'tnt_kept', 1, 'https://a.test', '{}', 'x', ${past(31)}), (1002, 'tnt_kept', 1, 'https://b.test', '{}', 'x', null),
    (1003, 'tnt_kept', 1, 'https://c.test', '{}', 'x', ${past(31)})`);
  const delivery = (webhook: number, status: string, finished: string) =>
    `select ${webhook}, 1, gen_random_uuid(), 'email.received', 1, now(), '${status}', ${finished}`;
  await run(`insert into webhook_delivery (webhook_id, mailbox_id, event_id, type, email_id, occurred_at, status, finished_at)
    ${delivery(1001, 'succeeded', past(31))} ${series}
    union all ${delivery(1002, 'succeeded', past(29))} union all ${delivery(1002, 'pending', 'null')}
    union all ${delivery(1003, 'failed', past(29))}`);
  await run(`insert into audit_entry (tenant_id, actor, action, target_type, target_id, created_at)
    select 'tnt_kept', 'x', 'y', 'z', n, case when n = 1 then ${past(399)} else ${past(401)} end ${series}`);
  await run(`insert into access_token (tenant_id, level, token_hash, revoked_at, expires_at) values
    ('tnt_kept', 'tenant', '\\x01', ${past(91)}, null), ('tnt_kept', 'tenant', '\\x02', null, ${past(91)}),
    ('tnt_kept', 'tenant', '\\x03', ${past(89)}, null), ('tnt_kept', 'tenant', '\\x04', null, null),
    ('tnt_kept', 'tenant', '\\x05', null, now() + interval '1 day')`);
  await run(
    `insert into rate_limit_bucket (principal_id, tokens, granted) select 'token:' || id, 1, 1 from access_token`,
  );
  await run(`insert into wallet (address, agent_id, tenant_id) values ('0xa', 'agt_a', 'tnt_kept')`);
  await run(`insert into wallet_session (token_hash, address, agent_id, tenant_id, ended_at, expires_at) values
    ('\\x01', '0xa', 'agt_a', 'tnt_kept', null, ${past(91)}), ('\\x02', '0xa', 'agt_a', 'tnt_kept', ${past(92)}, ${past(91)}),
    ('\\x03', '0xa', 'agt_a', 'tnt_kept', ${past(89)}, ${past(89)}), ('\\x04', '0xa', 'agt_a', 'tnt_kept', null, now())`);
  await run(
    `insert into rate_limit_bucket (principal_id, tokens, granted) select 'session:' || id, 1, 1 from wallet_session`,
  );
  await run(`insert into siwe_challenge (nonce, address, message, network, used_at, expires_at) values
    ('old', '0xa', '', '', null, now() - interval '2 hours'), ('used', '0xa', '', '', now(), now() - interval '2 hours'),
    ('late', '0xa', '', '', null, now() - interval '30 minutes'), ('open', '0xa', '', '', null, now() + interval '5 minutes')`);
  await run(`insert into body_ref (id, mailbox_id, expires_at) values
    ('old', 1, ${past(2)}), ('expired', 1, now() - interval '1 hour'), ('new', 1, now() + interval '1 day')`);
}

async function openJanitor() {
  const bus = new PostgresEventBus(database);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const blobs = new FileBlobStore({ directory: '/nonexistent' });
  const config = { retentionDays: null, auditDays: 400, endedTokenDays: 90, webhookDeliveryDays: 30 };
  const janitor = await createJanitor({ database, bus, blobs, onError }, config);
  const late = async () =>
    new Map(
      (await janitorGauges(database, config).read()).map(({ labels, value }) => [
        labels.join(),
        Math.round(value / 86_400),
      ]),
    );
  const close = async () => {
    await janitor.close();
    await bus.close();
  };
  return { janitor, errors, late, close };
}

describe('what grows', () => {
  it('is deleted when its time is over, as fast as it comes, and nothing else is', async () => {
    await fill(ROWS);
    const { janitor, errors, late, close } = await openJanitor();
    const before = await late();
    expect([before.get('webhook_delivery'), before.get('audit_entry'), before.get('access_token')]).toEqual([1, 1, 1]);
    expect([before.get('body_ref'), before.get('webhook')]).toEqual([1, 0]);

    const begun = performance.now();
    await janitor.start();
    await until(async () => (await count('webhook_delivery')) === 3 && (await count('audit_entry')) === 1, {
      timeoutMs: OLD_RATE_MS / 10,
    });
    expect(performance.now() - begun).toBeLessThan(OLD_RATE_MS / 10);
    await until(async () => (await count('access_token')) === 3 && (await count('body_ref')) === 2);
    await until(async () => (await count('siwe_challenge')) === 2 && (await count('wallet_session')) === 2);
    await close();

    // Those that it did not see without deliveries go the next time.
    const next = await openJanitor();
    await next.janitor.start();
    await until(async () => (await count('webhook')) === 2);
    expect(await count('rate_limit_bucket')).toBe(5);
    expect([...(await next.late()).values()].every((seconds) => seconds === 0)).toBe(true);
    await next.close();
    expect([...errors, ...next.errors]).toEqual([]);
  }, 120_000);

  it('is listed for operators, each table with how long it is kept', async () => {
    const tables = await run<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const section = guide.slice(guide.indexOf('## What grows'), guide.indexOf('## Logs'));
    const listed = section
      .split('\n')
      .map((line) => line.split('|')[1] ?? '')
      .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(listed.sort()).toEqual(tables.map(({ name }) => name));
  });
});
