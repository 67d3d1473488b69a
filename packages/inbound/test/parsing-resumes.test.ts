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

/** Accepts sixty messages while parsing yields, and counts those whose parsing has begun. */
async function sixtyWaiting(address: string) {
  const { ingest, parsers, pressure, close } = startIngest(database, directory);
  const mailboxId = await buildMailbox(database, 'tnt_a', address);
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const parse = parsers.parse.bind(parsers);
  const begun = jest.spyOn(parsers, 'parse').mockImplementation(async (...job) => opened.then(() => parse(...job)));
  const flood = jest.spyOn(pressure, 'flood', 'get').mockReturnValue(1);
  const eased = jest.spyOn(pressure, 'easedMs', 'get').mockReturnValue(0);
  const high = jest.spyOn(pressure, 'isHigh', 'get').mockReturnValue(true);

  const message = {
    sender: 'a@example.org',
    clientAddress: '127.0.0.1',
    helo: 'test',
    content: Buffer.from('Subject: flood\r\n\r\nhello\r\n'),
    deliveries: [{ mailboxId, recipient: address }],
  };
  await Promise.all(Array.from({ length: 60 }, () => ingest.accept(message)));
  await until(() => begun.mock.calls.length === 2);
  const end = async () => {
    open();
    await close();
  };
  return { begun: () => begun.mock.calls.length, flood, eased, high, end };
}

it('parsing goes on with few messages when a flood lets up, and with more the longer that lasts', async () => {
  const { begun, eased, high, end } = await sixtyWaiting('flood@a.test');
  high.mockReturnValue(false);
  await until(() => begun() === 8);
  // It is asked again every few milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun()).toBe(8);
  eased.mockReturnValue(50);
  await until(() => begun() === 32);
  eased.mockReturnValue(Infinity);
  await until(() => begun() === 60);
  await end();
});

it('parsing goes on with more the fewer clients wait, and with all where none of a flood is left', async () => {
  const { begun, flood, high, end } = await sixtyWaiting('ease@a.test');
  flood.mockReturnValue(0.5);
  high.mockReturnValue(false);
  await until(() => begun() === 46);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(begun()).toBe(46);
  flood.mockReturnValue(0);
  await until(() => begun() === 60);
  await end();
});
