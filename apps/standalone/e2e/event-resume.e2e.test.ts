import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTestDatabase, until } from '@mailroom/testing';
import pg from 'pg';
import { EventReader } from './event-reader.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

/** More events than are reported, or read, at a time. */
const MISSED = 1_210;

let mailroom: Mailroom;
let database: Database;
let box: Awaited<ReturnType<Mailroom['mailbox']>>;
beforeAll(async () => {
  mailroom = await startMailroom();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  box = await mailroom.mailbox();
});
afterAll(async () => {
  await database.close();
  await mailroom.close();
});

const happen = statement(
  'test-happen',
  `insert into feed_event (mailbox_id, type, email_id) select $1, 'email.received', $2 from generate_series(1, $3)
   returning id, pg_notify('feed', '') as notified`,
);

/** Streams begin before the oldest transaction that still runs, in whatever database. */
const told = statement(
  'test-told',
  `select from feed_event where mailbox_id = $1 and email_id = $2
     and xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
);

/** A stream's position, and events that came after it; `sizes` are the sizes of their transactions. */
async function missed(sizes: readonly number[]): Promise<{ lastEventId: string; ids: string[] }> {
  const email = await emailId();
  const reader = await EventReader.open(box.api.baseUrl, box.api.token);
  await until(() => reader.lastEventId !== '');
  reader.close();
  const ids: string[] = [];
  for (const size of sizes) {
    const rows = await database.query<{ id: string }>(happen, [box.id, email, size]);
    ids.push(...rows.map(({ id }) => id));
  }
  return { lastEventId: reader.lastEventId, ids };
}

let anEmail: number | undefined;
async function emailId(): Promise<number> {
  if (anEmail === undefined) {
    await mailroom.send({ from: 'ada@example.org', to: box.address, subject: 'one', text: 'Hello' });
    anEmail = Number((await mailroom.received(box.api, 'one')).id);
    // Its own event comes after it is ready, and streams that begin too early have it among those that were missed.
    const isTold = async () => (await database.query(told, [box.id, anEmail])).length > 0;
    await until(isTold, { what: 'its own event' });
  }
  return anEmail;
}

/** What a client that is cut off after this many events has seen, each with the id from which it would resume. */
async function seen(lastEventId: string, count: number) {
  const reader = await EventReader.open(box.api.baseUrl, box.api.token, { lastEventId });
  await until(() => reader.events.length >= count, { what: `${count} events` });
  reader.close();
  return reader.events.slice(0, count).map(({ id, data }) => ({ resume: id, eventId: String(data.id) }));
}

describe('a client of the event stream', () => {
  it('that is cut off after any single event and resumes with the id that it saw has missed none', async () => {
    const { lastEventId, ids } = await missed([1, 1, 3, 1, 2, 1, 1]);
    const all = await seen(lastEventId, ids.length);
    const order = all.map(({ eventId }) => eventId);
    expect(new Set(order)).toEqual(new Set(ids));
    for (const [index, { resume }] of all.slice(0, -1).entries()) {
      const [next] = await seen(resume, 1);
      // The next event, or a repetition of one that was seen.
      const at = order.indexOf(next?.eventId ?? '');
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(index + 1);
      const rest = await seen(resume, order.length - at);
      expect(rest.map(({ eventId }) => eventId)).toEqual(order.slice(at));
    }
  });

  it('that sees one event at a time comes to the end of what it missed, beside work in another database', async () => {
    const elsewhere = await createTestDatabase();
    const foreign = new pg.Client({ connectionString: elsewhere.url });
    await foreign.connect();
    await foreign.query('begin; select pg_current_xact_id()');
    const { lastEventId, ids } = await missed([1, 1, 1, 1, 1]);
    const found = new Set<string>();
    let at = lastEventId;
    // One is repeated where the reader has not yet found out whose work it is.
    const isAtEnd = async () => {
      const [one] = await seen(at, 1);
      found.add(one?.eventId ?? '');
      at = one?.resume ?? at;
      return found.size === ids.length;
    };
    await until(isAtEnd, { what: 'the last event' });
    expect([...found]).toEqual(ids);
    await foreign.end();
    await elsewhere.drop();
  });

  it('that missed more than is told at a time loses none at the seams', async () => {
    const { lastEventId, ids } = await missed(Array.from({ length: MISSED / 10 }, () => 10));
    const all = await seen(lastEventId, ids.length);
    const order = all.map(({ eventId }) => eventId);
    for (const cut of [1, 199, 200, 201, 400, 401, 999, 1_000, 1_001]) {
      const { resume } = all[cut - 1] ?? { resume: '' };
      const [first] = await seen(resume, 1);
      const at = order.indexOf(first?.eventId ?? '');
      expect(at).toBeGreaterThanOrEqual(0);
      expect(at).toBeLessThanOrEqual(cut);
    }
  });
});
