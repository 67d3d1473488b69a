import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Database } from '@mailroom/database';
import { buildMailbox, buildTenant, createTestDatabase, until, type TestDatabase } from '@mailroom/testing';
import { startIngest } from './ingest.fixture.js';

let test: TestDatabase;
let directory: string;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-resumes-'));
  database = new Database({ url: test.url });
  await buildTenant(database, 'tnt_a', 'a.test');
});
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

it('parsing goes on with few messages when acceptance lets up, and with more the longer that lasts', async () => {
  const { ingest, parsers, pressure, close } = startIngest(database, directory);
  const mailboxId = await buildMailbox(database, 'tnt_a', 'box@a.test');
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const parse = parsers.parse.bind(parsers);
  const begun = jest.spyOn(parsers, 'parse').mockImplementation(async (...job) => opened.then(() => parse(...job)));
  const eased = jest.spyOn(pressure, 'easedMs', 'get').mockReturnValue(0);
  const high = jest.spyOn(pressure, 'isHigh', 'get').mockReturnValue(true);

  const message = {
    sender: 'a@example.org',
    clientAddress: '127.0.0.1',
    helo: 'test',
    content: Buffer.from('Subject: flood\r\n\r\nhello\r\n'),
    deliveries: [{ mailboxId, recipient: 'box@a.test' }],
  };
  await Promise.all(Array.from({ length: 60 }, () => ingest.accept(message)));
  await until(() => begun.mock.calls.length === 2);
  high.mockReturnValue(false);
  await until(() => begun.mock.calls.length === 8);
  // It is asked again every few milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun.mock.calls).toHaveLength(8);
  eased.mockReturnValue(50);
  await until(() => begun.mock.calls.length === 32);
  eased.mockReturnValue(Infinity);
  await until(() => begun.mock.calls.length === 60);
  open();
  await close();
});
