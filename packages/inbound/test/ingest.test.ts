import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileBlobStore, type BlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { uuidv7 } from '@mailroom/ids';
import { RawMessageRepository } from '@mailroom/mail';
import { CommittedEvents, PostgresEventBus } from '@mailroom/messaging';
import {
  buildMailbox,
  buildTenant,
  createTestDatabase,
  startTcpProxy,
  until,
  type TestDatabase,
} from '@mailroom/testing';
import pg from 'pg';
import { AcceptancePressure } from '../src/acceptance-pressure.js';
import { ErrorReporter } from '../src/error-reporter.js';
import type { IngestService } from '../src/ingest.service.js';
import { ParseAttemptRepository } from '../src/parse-attempt.repository.js';
import { ParsingService } from '../src/parsing.service.js';
import { ParserPool } from '../src/parsing/parser-pool.js';
import { ReadinessRepository } from '../src/readiness.repository.js';
import { ingestInto } from './ingest.fixture.js';
import { readyMessages } from './ready-messages.fixture.js';

let test: TestDatabase;
let directory: string;
let database: Database;
let blobs: BlobStore;
let mailboxId: number;

const count = statement('test-count', 'select count(*) as n from email where mailbox_id = $1');
const status = statement('test-status', 'select status, ready_at is not null as ready from email where recipient = $1');
const rows = statement(
  'test-durable',
  `select (select count(*) from raw_message r where r.id = e.raw_id) as raw, e.ready_at as "readyAt",
     (select count(*) from email_task t where t.email_id = e.id) as tasks,
     (select count(*) from outbox_event o where o.id = e.raw_id and o.type = 'email.accepted') as events
   from email e where recipient = $1`,
);
const isDue = statement(
  'test-accepted-is-due',
  `select o.due_at <= now() as due from outbox_event o join email e on e.raw_id = o.id where e.recipient = $1`,
);
const makeDue = statement('test-accepted-due', `update outbox_event set due_at = now() where type = 'email.accepted'`);

const again = statement(
  'test-accepted-again',
  `select extract(epoch from o.due_at - now())::float8 as seconds from outbox_event o
   join email e on o.payload->>'rawId' = e.raw_id::text and o.id <> e.raw_id where e.recipient = $1`,
);

const waiting = statement(
  'test-waiting',
  `select count(*) as n from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into raw_message%'`,
);

/** Nobody can write a raw message until the returned function is called. */
async function holdIngests(url: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin; lock table raw_message in share mode');
  return async () => {
    await holder.query('commit');
    await holder.end();
  };
}

function ingestWith(parsers: ParserPool, store: BlobStore = blobs, ingests: Database = database) {
  const bus = new PostgresEventBus(database);
  const raw = new RawMessageRepository(database, store);
  const reporter = new ErrorReporter(() => {});
  const pressure = new AcceptancePressure();
  const committed = new CommittedEvents(database, bus);
  const readiness = new ReadinessRepository(database);
  const attempts = new ParseAttemptRepository(database);
  const messages = readyMessages(database, raw);
  const parsing = new ParsingService(parsers, readiness, attempts, messages, bus, committed, pressure, reporter);
  const ingest = ingestInto(ingests, parsing, pressure, raw);
  return { bus, parsing, pressure, ingest };
}

const pool = () => new ParserPool({ workers: 1, timeoutMs: 5_000, maxHeapMb: 128, hostname: 'test', dnsServers: [] });
const message = (recipient: string, mailbox = mailboxId, body = 'hello') => ({
  sender: 'a@example.org',
  clientAddress: '127.0.0.1',
  helo: 'test',
  content: Buffer.from(`Subject: ${recipient}\r\n\r\n${body}\r\n`),
  deliveries: [{ mailboxId: mailbox, recipient }],
});

/** Of a flood, the first few messages are parsed whatever goes on; this is its last one. */
const acceptInFlood = (ingest: IngestService, recipient: string) =>
  Promise.all([...Array<string>(30).fill('flood@a.test'), recipient].map((to) => ingest.accept(message(to))));

beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-ingest-'));
  database = new Database({ url: test.url });
  blobs = new FileBlobStore({ directory });
  await buildTenant(database, 'tnt_a', 'a.test');
  mailboxId = await buildMailbox(database, 'tnt_a', 'box@a.test');
});
afterAll(async () => {
  await blobs.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

describe('taking mail in', () => {
  it('has raw message, email, task and outbox row durable when it resolves, before anything is parsed', async () => {
    const closed = pool();
    await closed.close();
    const { ingest, bus } = ingestWith(closed);
    const accepted = ingest.accept(message('durable@a.test'));
    await accepted;
    const [row] = await database.query<Record<string, unknown>>(rows, ['durable@a.test']);
    expect(row).toMatchObject({ raw: 1, tasks: 1, events: 1, readyAt: null });
    await bus.close();
  });

  it('refuses only the one bad message of a group, and takes the others', async () => {
    const { ingest, parsing, bus } = ingestWith(pool());
    const before = (await database.query<{ n: number }>(count, [mailboxId]))[0]?.n ?? 0;
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        ingest.accept(message(`g${index}@a.test`, index === 17 ? 999_999 : mailboxId)),
      ),
    );
    expect(results.flatMap(({ status: s }, index) => (s === 'rejected' ? [index] : []))).toEqual([17]);
    expect((await database.query<{ n: number }>(count, [mailboxId]))[0]?.n).toBe(before + 29);
    await parsing.close();
    await bus.close();
  });

  it('answers unavailable when a large message can not be stored, and takes it when it can', async () => {
    const full = new FileBlobStore({ directory: '/dev/full/impossible' });
    const failing = ingestWith(pool(), full);
    const large = message('large@a.test', mailboxId, 'x'.repeat(20_000));
    await expect(failing.ingest.accept(large)).rejects.toMatchObject({ code: 'unavailable' });
    await failing.parsing.close();
    await failing.bus.close();
    const working = ingestWith(pool());
    await working.ingest.accept(large);
    await until(async () => (await database.query<{ ready: boolean }>(status, ['large@a.test']))[0]?.ready === true);
    await working.parsing.close();
    await working.bus.close();
  });

  it('whose commit lost its connection is stored once, whether the server gets to it before or after', async () => {
    const url = new URL(test.url);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const cutOff = new Database({ url: url.href });
    const closed = pool();
    await closed.close();
    const { ingest, bus } = ingestWith(closed, blobs, cutOff);
    // While it is held, a commit that the server has begun must wait.
    const release = await holdIngests(test.url);
    const accepted = ['lost1@a.test', 'lost2@a.test'].map((recipient) => ingest.accept(message(recipient)));
    await until(async () => ((await database.query<{ n: number }>(waiting))[0]?.n ?? 0) > 0);
    proxy.cut();
    proxy.pass();
    await until(async () => ((await database.query<{ n: number }>(waiting))[0]?.n ?? 0) > 1);
    await release();
    await Promise.all(accepted);
    for (const recipient of ['lost1@a.test', 'lost2@a.test']) {
      expect(await database.query(rows, [recipient])).toEqual([
        expect.objectContaining({ raw: 1, tasks: 1, events: 1 }),
      ]);
    }
    await cutOff.close();
    await proxy.close();
    await bus.close();
  });

  it('is ready in the end also while others never stop to be accepted', async () => {
    const { ingest, parsing, pressure, bus } = ingestWith(pool());
    let end = () => {};
    const others = new Promise<void>((resolve) => (end = resolve));
    for (let index = 0; index < 3; index += 1) void pressure.during(uuidv7(), () => others);
    await ingest.accept(message('overtaken@a.test'));
    expect(pressure.isHigh).toBe(true);
    await until(
      async () => (await database.query<{ ready: boolean }>(status, ['overtaken@a.test']))[0]?.ready === true,
    );
    expect(pressure.isHigh).toBe(true);
    end();
    await parsing.close();
    await bus.close();
  }, 60_000);

  it('that nobody parsed is parsed by another process when its event is due', async () => {
    const { OutboxRelay } = await import('@mailroom/messaging');
    const dead = pool();
    const lost = ingestWith(dead);
    // This acts as if the process had died between the commit and the parser.
    Object.assign(lost.parsing, { offer: () => {} });
    await lost.ingest.accept(message('orphan@a.test'));
    const survivor = ingestWith(pool());
    await survivor.parsing.start();
    const relay = new OutboxRelay(database, survivor.bus);
    await database.query(makeDue);
    await until(async () => (await database.query<{ ready: boolean }>(status, ['orphan@a.test']))[0]?.ready === true);
    expect(await database.query(status, ['orphan@a.test'])).toMatchObject([{ status: 'received' }]);
    await relay.close();
    await survivor.parsing.close();
    await survivor.bus.close();
    await dead.close();
    await lost.bus.close();
  });

  it('lets acceptance go before parsing a flood, and parses it when that is over', async () => {
    const { ingest, parsing, pressure, bus } = ingestWith(pool());
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const clients = Array.from({ length: 3 }, () => pressure.during(uuidv7(), () => held));
    await acceptInFlood(ingest, 'patient@a.test');
    const other = ingestWith(pool()); // It is not held up, and shows that time has passed.
    await other.ingest.accept(message('at-once@a.test'));
    const isReady = async (recipient: string) =>
      (await database.query<{ ready: boolean }>(status, [recipient])).some(({ ready }) => ready);
    await until(async () => (await isReady('at-once@a.test')) && (await isReady('flood@a.test')));
    expect([await isReady('flood@a.test'), await isReady('patient@a.test')]).toEqual([true, false]);
    release();
    await Promise.all(clients);
    await until(() => isReady('patient@a.test'));
    for (const { parsing: service, bus: ownBus } of [{ parsing, bus }, other]) {
      await service.close();
      await ownBus.close();
    }
  });

  it('is looked at again soon where its event finds it waiting', async () => {
    const { OutboxRelay } = await import('@mailroom/messaging');
    const { ingest, parsing, pressure, bus } = ingestWith(pool());
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const clients = Array.from({ length: 3 }, () => pressure.during(uuidv7(), () => held));
    await acceptInFlood(ingest, 'waiting@a.test');
    await parsing.start();
    const relay = new OutboxRelay(database, bus);
    await database.query(makeDue);
    let seconds = 0;
    await until(async () => {
      seconds = (await database.query<{ seconds: number }>(again, ['waiting@a.test']))[0]?.seconds ?? 0;
      return seconds > 0;
    });
    // The event stays in the outbox until then, even if the message is ready at once.
    expect(seconds).toBeLessThan(30);
    release();
    await Promise.all(clients);
    await relay.close();
    await parsing.close();
    await bus.close();
  });

  it('hands what still waits to another process when it is closed', async () => {
    const { ingest, parsing, pressure, bus } = ingestWith(pool());
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const clients = Array.from({ length: 3 }, () => pressure.during(uuidv7(), () => held));
    await acceptInFlood(ingest, 'left@a.test');
    await parsing.close();
    const [row] = await database.query<{ due: boolean }>(isDue, ['left@a.test']);
    expect(row?.due).toBe(true);
    release();
    await Promise.all(clients);
    await bus.close();
  });

  it('that breaks the parser is shown as parse_failed, with its task, while others flow', async () => {
    const workerUrl = new URL('./fixtures/hanging.worker.mjs', import.meta.url);
    const parsers = new ParserPool({
      workers: 1,
      timeoutMs: 500,
      maxHeapMb: 128,
      hostname: 'test',
      dnsServers: [],
      workerUrl,
    });
    const { ingest, parsing, bus } = ingestWith(parsers);
    const hanging = { ...message('hang@a.test'), content: Buffer.from('Subject: hang\r\n\r\nx\r\n') };
    await Promise.all([ingest.accept(hanging), ingest.accept(message('fine@a.test'))]);
    const is = async (recipient: string, expected: string) =>
      (await database.query<{ status: string; ready: boolean }>(status, [recipient])).some(
        (row) => row.ready && row.status === expected,
      );
    await until(() => is('fine@a.test', 'received'));
    await until(() => is('hang@a.test', 'parse_failed'));
    expect(await database.query(status, ['hang@a.test'])).toMatchObject([{ ready: true, status: 'parse_failed' }]);
    await parsing.close();
    await bus.close();
  });
});
