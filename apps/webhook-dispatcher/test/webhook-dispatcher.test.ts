import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { PostgresEventBus } from '@mailroom/messaging';
import {
  buildEmails,
  buildMailbox,
  buildTenant,
  createTestDatabase,
  until,
  type TestDatabase,
} from '@mailroom/testing';
import { createWebhookDispatcher, type Dispatcher } from '../src/index.js';

let test: TestDatabase;
let database: Database;
let bus: PostgresEventBus;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url });
  bus = new PostgresEventBus(database);
});
afterAll(async () => {
  await bus.close();
  await database.close();
  await test.drop();
});

const insertWebhook = statement(
  'test-webhook',
  `insert into webhook (tenant_id, user_id, url, events, secret)
   values ('tnt_app', 1, $1, array['email.received'], 'whsec_c2VjcmV0')`,
);
const waiting = statement('test-waiting', `select 1 from webhook_delivery where status = 'pending'`);

describe('the webhook dispatcher', () => {
  it('boots, delivers what became ready while it was away, and closes in any state', async () => {
    const errors: unknown[] = [];
    const create = (): Promise<Dispatcher> =>
      createWebhookDispatcher(
        {
          database,
          bus,
          blobs: new FileBlobStore({ directory: '/nonexistent' }),
          onError: (error) => errors.push(error),
        },
        { allowPrivate: 'loopback', baseUrl: 'https://mail.test' },
      );
    await (await create()).close();

    const bodies: string[] = [];
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString())).on('end', () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await buildTenant(database, 'tnt_app', 'app.test');
    const mailboxId = await buildMailbox(database, 'tnt_app', 'a@app.test');
    await database.query(insertWebhook, [`http://127.0.0.1:${(server.address() as AddressInfo).port}/`]);

    const first = await create();
    await first.start();
    await first.close();
    const [emailId = 0] = await buildEmails(database, mailboxId, 1);
    const occurredAt = new Date().toISOString();
    await bus.publish([{ id: uuidv7(), type: 'email.received', occurredAt, payload: { emailId, mailboxId } }]);
    expect(bodies).toEqual([]);

    const second = await create();
    await second.start();
    await until(() => bodies.length > 0);
    await until(async () => (await database.query(waiting)).length === 0);
    await second.close();
    server.close();
    expect(JSON.parse(bodies.join(''))).toMatchObject({ type: 'email.received', data: { emailId } });
    expect(errors).toEqual([]);
  });
});
