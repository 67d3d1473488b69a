import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { emailBounced, emailReceived, type Event } from '@mailroom/events';
import { uuidv7 } from '@mailroom/ids';
import {
  buildMailbox,
  buildTenant,
  createTestDatabase,
  mostRows,
  RowsRead,
  type TestDatabase,
} from '@mailroom/testing';
import { DeliveryRepository } from '../src/delivery.repository.js';
import { scheduledEvent } from '../src/notices.js';

const addWebhook = statement(
  'test-add-webhook',
  `insert into webhook (tenant_id, user_id, url, events, secret)
   values ('tnt_rows', 1, 'https://hooks.test/', array[$1], 'secret')`,
);

/** No endpoint is known to have more or less room than at first, and no tenant has anything under way. */
const unknown = [
  { webhookIds: [], rooms: [] },
  { tenantIds: [], rooms: [], otherwise: 128 },
] as const;

let test: TestDatabase;
let rows: RowsRead;
let mailboxId: number;
beforeAll(async () => {
  test = await createTestDatabase();
  rows = new RowsRead(test.url);
  await buildTenant(rows.database, 'tnt_rows', 'rows.test');
  mailboxId = await buildMailbox(rows.database, 'tnt_rows', 'a@rows.test');
  await rows.database.query(addWebhook, ['lease.expired']);
});
afterAll(async () => {
  await rows.database.close();
  await test.drop();
});

const event = (type: string, emailId: number): Event => {
  return { id: uuidv7(), type, occurredAt: new Date().toISOString(), payload: { emailId, mailboxId } };
};

it('looks up the endpoints of a mailbox once for all that happens in it, and for all notices of an event', async () => {
  const deliveries = new DeliveryRepository(rows.database);
  const schedule = async (events: Event[]) =>
    expect(await deliveries.schedule(events.map(scheduledEvent), ...unknown, 100)).toEqual([]);
  const received = Array.from({ length: 100 }, (_, n) => event(emailReceived.type, n + 1));
  expect(received.flatMap((one) => scheduledEvent(one).notices)).toHaveLength(300);
  await schedule(received.slice(0, 1));
  const one = await rows.by(() => schedule([event(emailBounced.type, 1)]));
  expect(one).toBeGreaterThan(0);
  expect(await rows.by(() => schedule(received.slice(0, 1)))).toBe(one);
  expect(await rows.by(() => schedule(received))).toBe(one);
});

it('goes through what happened a few times, and not once for each of it', async () => {
  await rows.database.query(addWebhook, [emailReceived.type]);
  const received = Array.from({ length: 200 }, (_, n) => scheduledEvent(event(emailReceived.type, n + 1)));
  const most = await mostRows(rows, (database) => new DeliveryRepository(database).schedule(received, ...unknown, 100));
  expect(most).toBeLessThan(10 * received.length);
});
