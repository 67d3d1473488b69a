import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { RawMessageRepository } from '@mailroom/mail';
import { CommittedEvents, PostgresEventBus } from '@mailroom/messaging';
import { readPublicKey } from '@mailroom/openpgp';
import { buildMailbox, buildTenant, createTestDatabase, GnuPg, until, type TestDatabase } from '@mailroom/testing';
import { AcceptancePressure } from '../src/acceptance-pressure.js';
import { ErrorReporter } from '../src/error-reporter.js';
import { ParseAttemptRepository } from '../src/parse-attempt.repository.js';
import { ParsingService } from '../src/parsing.service.js';
import { ParserPool } from '../src/parsing/parser-pool.js';
import { ReadinessRepository } from '../src/readiness.repository.js';
import { ingestInto } from './ingest.fixture.js';
import { readyMessages } from './ready-messages.fixture.js';

const KEY = Buffer.alloc(32, 7);
let test: TestDatabase;
let directory: string;
let database: Database;
let blobs: FileBlobStore;
let mailboxId: number;
let gpg: GnuPg;

const seal = statement('test-seal', `update mailbox set encryption = 'sealed' where id = $1`);
const addKey = statement(
  'test-key',
  `insert into mail_key (mailbox_id, kind, fingerprint, public_key, key_ids) values ($1, 'owner', $2, $3, $4)`,
);
const stateOf = statement(
  'test-state',
  `select e.id, e.status, e.encrypted, e.encrypted_for as "for", e.error_message as "errorMessage", e.raw_id as "rawId",
     e.ready_at is not null as ready, r.awaits_seal as "awaitsSeal", r.blob
   from email e join raw_message r on r.id = e.raw_id where e.recipient = $1`,
);
const readyEvents = statement(
  'test-ready-events',
  `select from outbox_event o join email e on (o.payload ->> 'emailId')::bigint = e.id
   where o.type = 'email.received' and e.recipient = $1`,
);
const dueBlobs = statement('test-due-blobs', `select blob from blob_deletion`);
const tables = statement(
  'test-tables',
  `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
);
const server = statement(
  'test-server',
  `select current_setting('data_directory') as path, oid from pg_database where datname = current_database()`,
);

type State = {
  id: number;
  status: string;
  encrypted: boolean;
  for: string[];
  errorMessage: string;
  rawId: string;
  ready: boolean;
  awaitsSeal: boolean;
  blob: string | null;
};

beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-sealing-'));
  database = new Database({ url: test.url, secretKeys: [KEY] });
  blobs = new FileBlobStore({ directory });
  await buildTenant(database, 'tnt_a', 'a.test');
  mailboxId = await buildMailbox(database, 'tnt_a', 'box@a.test');
  gpg = await GnuPg.start();
  const key = await readPublicKey(await gpg.publicKey(await gpg.makeKey('Box <box@a.test>')));
  await database.query(addKey, [mailboxId, key.fingerprint, key.bytes, key.keyIds]);
  await database.query(seal, [mailboxId]);
}, 60_000);
afterAll(async () => {
  await gpg.close();
  await blobs.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

function process(parsers: ParserPool, on: Database = database) {
  const bus = new PostgresEventBus(database);
  const raw = new RawMessageRepository(on, blobs);
  const pressure = new AcceptancePressure();
  const messages = readyMessages(database, raw);
  const parsing = new ParsingService(
    parsers,
    new ReadinessRepository(database),
    new ParseAttemptRepository(database),
    messages,
    bus,
    new CommittedEvents(database, bus),
    pressure,
    new ErrorReporter(() => {}),
  );
  const ingest = ingestInto(database, parsing, pressure, raw);
  const close = async () => {
    await parsing.close();
    await bus.close();
  };
  return { parsing, ingest, raw, close };
}

const pool = (workerUrl?: URL) =>
  new ParserPool({
    workers: 1,
    timeoutMs: 500,
    maxHeapMb: 128,
    hostname: 'test',
    dnsServers: [],
    ...(workerUrl && { workerUrl }),
  });
const closedPool = async () => {
  const parsers = pool();
  await parsers.close();
  return parsers;
};
const makeCanary = () => `cnry${randomBytes(8).toString('hex')}`;
const mail = (recipient: string, word: string, bytes = 0, sealed = true) => ({
  sender: 'a@example.org',
  clientAddress: '127.0.0.1',
  helo: 'test',
  content: Buffer.from(
    `From: a@example.org\r\nSubject: ${recipient.split('@')[0]}\r\n\r\n${word}\r\n${`${'y'.repeat(70)}\r\n`.repeat(bytes / 72)}`,
  ),
  deliveries: [{ mailboxId, recipient, sealed }],
});
const state = async (recipient: string) => (await database.query<State>(stateOf, [recipient]))[0];

/** Every table with the word in a column, and every file of blobs and of the server, its log of changes among them. */
async function placesOf(word: string): Promise<string[]> {
  const forms = [word, Buffer.from(word).toString('hex')];
  const places: string[] = [];
  for (const { name } of await database.query<{ name: string }>(tables)) {
    const read = statement(
      `test-read-${name}`,
      `select from ${name} t where exists (select from unnest($1::text[]) w where position(w in t::text) > 0) limit 1`,
    );
    if ((await database.query(read, [forms])).length > 0) places.push(name);
  }
  const [{ path, oid } = { path: '', oid: 0 }] = await database.query<{ path: string; oid: number }>(server);
  const roots = [`${path}/base/${oid}`, `${path}/pg_wal`, directory];
  const found = await promisify(execFile)('grep', ['-rla', word, ...roots]).catch(() => ({ stdout: '' }));
  return [...places, ...roots.filter((root) => found.stdout.includes(root))];
}

async function opened(raw: RawMessageRepository, rawId: string): Promise<string> {
  const text = (await raw.read(rawId))?.content.toString('latin1') ?? '';
  return gpg.decrypt(/-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(text)?.[0] ?? '');
}

describe('mail to a sealed mailbox', () => {
  it.each([
    ['small', 0],
    ['big', 300_000],
  ])('is nowhere in the clear while a %s one waits for its parser, where other mail is', async (kind, bytes) => {
    const { ingest, close } = process(await closedPool());
    const [hidden, open] = [makeCanary(), makeCanary()];
    await ingest.accept(mail(`${kind}-window@a.test`, hidden, bytes));
    await ingest.accept(mail(`${kind}-open@a.test`, open, bytes, false));
    expect(await state(`${kind}-window@a.test`)).toMatchObject({ ready: false, awaitsSeal: true });
    expect(await placesOf(hidden)).toEqual([]);
    expect((await placesOf(open)).length).toBeGreaterThan(0);
    await close();
  });

  it('is sealed once, though its process ended and two others take it up', async () => {
    const dead = process(await closedPool());
    const word = makeCanary();
    await dead.ingest.accept(mail('twice@a.test', word, 20_000));
    await dead.close();
    const before = await state('twice@a.test');
    const both = [process(pool()), process(pool())];
    const envelope = { clientAddress: '', helo: '', sender: null };
    const rest = { bytes: 0, raw: null, envelope, awaitsSeal: false };
    const found = { rawId: before?.rawId ?? '', emails: [{ id: before?.id ?? 0, mailboxId }] };
    for (const { parsing } of both) parsing.offer({ ...found, ...rest });
    await until(async () => (await state('twice@a.test'))?.ready === true, { timeoutMs: 30_000 });
    await Promise.all(both.map(({ close }) => close()));
    const after = await state('twice@a.test');
    expect(after).toMatchObject({ status: 'received', encrypted: true, awaitsSeal: false });
    expect(await database.query(readyEvents, ['twice@a.test'])).toHaveLength(1);
    const due = (await database.query<{ blob: string }>(dueBlobs)).map(({ blob }) => blob);
    expect(due).toContain(before?.blob);
    expect(due).not.toContain(after?.blob);
    expect(await opened(dead.raw, after?.rawId ?? '')).toContain(word);
    expect(await placesOf(word)).toEqual([]);
  }, 60_000);

  it.each(['hang', 'throw'])(
    'is sealed as a whole where its parser does %s, and says nothing of why',
    async (deed) => {
      const hanging = new URL('./fixtures/hanging.worker.mjs', import.meta.url);
      const { ingest, raw, close } = process(pool(hanging));
      const word = makeCanary();
      await ingest.accept(mail(`${deed}@a.test`, word));
      await until(async () => (await state(`${deed}@a.test`))?.ready === true, { timeoutMs: 60_000 });
      const shown = await state(`${deed}@a.test`);
      const failed = {
        status: 'parse_failed',
        encrypted: true,
        awaitsSeal: false,
        errorMessage: 'it could not be parsed',
      };
      expect(shown).toMatchObject(failed);
      expect(shown?.for).toHaveLength(1);
      expect(await opened(raw, shown?.rawId ?? '')).toContain(word);
      expect(await placesOf(word)).toEqual([]);
      await close();
    },
    90_000,
  );

  it('is refused for now by a process without the key, and nothing is stored', async () => {
    const keyless = new Database({ url: test.url, poolSize: 2 });
    const { ingest, close } = process(await closedPool(), keyless);
    await expect(ingest.accept(mail('keyless@a.test', 'word'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(await state('keyless@a.test')).toBeUndefined();
    await close();
    await keyless.close();
  });
});
