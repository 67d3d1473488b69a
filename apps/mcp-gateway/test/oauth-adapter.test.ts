import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { OAuthRecordRepository } from '@mailroom/identity';
import { createTestDatabase, type TestDatabase } from '@mailroom/testing';
import { OAuthAdapter } from '../src/oauth/oauth-adapter.js';
import { fromNetwork } from '../src/oauth/registering-network.js';

const register = statement(
  'test-register',
  `insert into oauth_record (kind, id_hash, payload, expires_at, network, created_at)
   select 'Client', sha256(int4send(n)), '{}', now() + interval '1 day', $2 || n % $3, now() - make_interval(mins => $4)
   from generate_series(1, $1::int) n`,
);
const forget = statement('test-forget', 'delete from oauth_record');

let test: TestDatabase;
let database: Database;
let records: OAuthRecordRepository;
let clients: OAuthAdapter;
beforeAll(async () => {
  test = await createTestDatabase();
  database = new Database({ url: test.url, poolSize: 2 });
  records = new OAuthRecordRepository(database);
  clients = new OAuthAdapter('Client', records);
});
beforeEach(() => database.query(forget));
afterAll(async () => {
  await database.close();
  await test.drop();
});

const registerFrom = (network: string, id: string) =>
  fromNetwork(network, () => clients.upsert(id, { redirect_uris: ['http://127.0.0.1/callback'] })).then(
    () => 'registered',
    (error: Error) => error.message,
  );

it('one network registers 200 clients that nobody lets in, and keeps no other network from it', async () => {
  await database.query(register, [199, '198.51.100.', 1, 0]);
  expect(await registerFrom('198.51.100.0', 'last')).toBe('registered');
  expect(await registerFrom('198.51.100.0', 'one too many')).toMatch(/temporarily_unavailable/);
  expect(await registerFrom('203.0.113.0', 'somebody else')).toBe('registered');
});

it('a client that somebody has let in does not count', async () => {
  await database.query(register, [199, '198.51.100.', 1, 0]);
  expect(await registerFrom('198.51.100.0', 'let in')).toBe('registered');
  await records.keepClient('let in', 3_600);
  expect(await registerFrom('198.51.100.0', 'next')).toBe('registered');
});

it('beyond ten thousand the oldest make room, unless all of them are new', async () => {
  await database.query(register, [10_000, 'net', 500, 60]);
  expect(await registerFrom('203.0.113.0', 'makes room')).toBe('registered');
  expect(await records.countIdleClients('203.0.113.0', { ofNetwork: 200, ofAll: 20_000 })).toEqual({
    ofNetwork: 1,
    ofAll: 9_901,
  });
  await database.query(forget);
  await database.query(register, [10_000, 'net', 500, 0]);
  expect(await registerFrom('203.0.113.0', 'finds none')).toMatch(/temporarily_unavailable/);
});
