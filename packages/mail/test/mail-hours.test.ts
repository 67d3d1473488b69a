import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { buildEmails, buildMailbox, buildTenant, createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { MailHoursRepository } from '../src/hours/mail-hours.repository.js';

let test: TestDatabase;
let database: Database;
let hours: MailHoursRepository;
let mailboxes: { readonly a: number; readonly b: number };
beforeEach(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 6 });
  hours = new MailHoursRepository(database);
  await buildTenant(database, 'tnt_a', 'a.test');
  await buildTenant(database, 'tnt_b', 'b.test');
  mailboxes = {
    a: await buildMailbox(database, 'tnt_a', 'x@a.test'),
    b: await buildMailbox(database, 'tnt_b', 'x@b.test'),
  };
});
afterEach(async () => {
  await database.close();
  await test.drop();
});

const run = (name: string, text: string, values: readonly unknown[] = []) =>
  database.query(statement(`test-hours-${name}`, text), values);
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

/** The counting began so long ago. */
const since = (minutes: number) =>
  run(
    'since',
    `insert into mail_hour_progress (counted_until) values ($1) on conflict (id) do update set counted_until = $1`,
    [ago(minutes)],
  );

async function happened(type: string, mailboxId: number, at: Date): Promise<void> {
  const insert = 'insert into outbox_event (id, type, payload, created_at) values ($1, $2, $3, $4)';
  await run('event', insert, [uuidv7(at.getTime()), type, JSON.stringify({ mailboxId, emailId: 1 }), at]);
}

async function countAll(counters = [hours]): Promise<void> {
  let more = true;
  while (more) more = (await Promise.all(counters.map((counter) => counter.count()))).includes(true);
}

/** What was counted for a tenant, or for all, in any hour. */
async function counted(tenantId: string | null) {
  const points = await hours.series(tenantId, 'day', 2);
  const sum = (name: 'received' | 'handled' | 'sent' | 'bounced') =>
    points.reduce((all, point) => all + point[name], 0);
  return [sum('received'), sum('handled'), sum('sent'), sum('bounced')];
}

describe('mail by the hour', () => {
  it('counts what was received, handled, sent and returned, for its tenant and for all', async () => {
    await since(90);
    for (const minutes of [80, 70, 5]) await happened('email.received', mailboxes.a, ago(minutes));
    await happened('email.received', mailboxes.b, ago(10));
    for (const type of ['email.bounced', 'email.failed', 'email.sent', 'email.complained'])
      await happened(type, mailboxes.b, ago(10));
    const [email = 0] = await buildEmails(database, mailboxes.a, 1);
    await run(
      'queued',
      `insert into outbox_event (id, type, payload, created_at) values ($1, 'outbound.queued', $2, $3)`,
      [uuidv7(ago(9).getTime()), JSON.stringify({ jobId: 1, emailId: email, mailboxId: mailboxes.a }), ago(9)],
    );
    await run('handle', `update email_task set status = 'handled', handled_at = $2 where email_id = $1`, [
      email,
      ago(8),
    ]);
    await countAll();
    expect(await counted('tnt_a')).toEqual([3, 1, 1, 0]);
    expect(await counted('tnt_b')).toEqual([1, 0, 0, 2]);
    expect(await counted(null)).toEqual([4, 1, 1, 2]);
    expect((await hours.lastDay(['tnt_b', 'tnt_none'])).get('tnt_b')).toMatchObject({ received: 1, complained: 1 });
  });

  it('counts once, however many replicas count at once, and again only what came later', async () => {
    await since(30);
    for (let minutes = 2; minutes < 30; minutes += 1) await happened('email.received', mailboxes.a, ago(minutes));
    await countAll([1, 2, 3, 4].map(() => new MailHoursRepository(database)));
    await countAll();
    expect(await counted('tnt_a')).toEqual([28, 0, 0, 0]);
  });

  it('begins when somebody first counts, and not with what was before', async () => {
    await happened('email.received', mailboxes.a, ago(20));
    await countAll([hours, new MailHoursRepository(database)]);
    expect(await counted(null)).toEqual([0, 0, 0, 0]);
    expect(await run('progress', 'select from mail_hour_progress')).toHaveLength(1);
  });

  it('leaves the last minute alone, in which transactions may still be under way', async () => {
    await since(3);
    await happened('email.received', mailboxes.a, ago(0.5));
    await countAll();
    expect(await counted(null)).toEqual([0, 0, 0, 0]);
    expect(await hours.count()).toBe(false);
  });

  it('has every hour and day that is asked for, those without mail as well', async () => {
    const points = await hours.series('tnt_a', 'hour', 24);
    expect(points).toHaveLength(24);
    expect(points.map(({ at }) => at.getTime())).toEqual(
      points.map((_, index) => (points[0]?.at.getTime() ?? 0) + index * 60 * MINUTE_MS),
    );
    expect(Date.now() - (points.at(-1)?.at.getTime() ?? 0)).toBeLessThan(60 * MINUTE_MS);
    expect((await hours.series(null, 'day', 30)).map(({ at }) => at.getUTCHours())).toEqual(Array(30).fill(0));
  });
});
