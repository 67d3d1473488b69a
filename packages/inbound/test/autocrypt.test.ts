import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { AutocryptKeyRepository } from '@mailroom/found-keys';
import {
  buildMailbox,
  buildTenant,
  createTestDatabase,
  GnuPg,
  startFakeDns,
  until,
  type FakeDnsServer,
  type TestDatabase,
} from '@mailroom/testing';
import { startIngest } from './ingest.fixture.js';

const CLIENT = '11.22.33.44';
const ADA = 'ada@far.test';

let test: TestDatabase;
let directory: string;
let database: Database;
let dns: FakeDnsServer;
let gpg: GnuPg;
let [ada, eve]: [string, string] = ['', ''];
let system: ReturnType<typeof startIngest>;
const mailboxes: number[] = [];

const known = statement(
  'test-known',
  `select tenant_id as "tenantId", address, fingerprint, prefer_encrypt as preference from autocrypt_key order by tenant_id, id`,
);
const forget = statement('test-forget', `delete from autocrypt_key`);
const ready = statement(
  'test-ready',
  `select count(*)::int as count from email where ready_at is not null and ready_at < 'infinity'`,
);

beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-autocrypt-'));
  database = new Database({ url: test.url, secretKeys: [Buffer.alloc(32, 7)] });
  for (const name of ['a', 'b']) {
    await buildTenant(database, `tnt_${name}`, `${name}.test`);
    mailboxes.push(await buildMailbox(database, `tnt_${name}`, `box@${name}.test`));
  }
  const spf = { TXT: [`v=spf1 ip4:${CLIENT} -all`] };
  const dmarc = { TXT: ['v=DMARC1; p=reject'] };
  dns = await startFakeDns({ 'far.test': spf, '_dmarc.far.test': dmarc });
  gpg = await GnuPg.start();
  [ada, eve] = [await gpg.makeKey(`Ada <${ADA}>`), await gpg.makeKey('Eve <eve@far.test>')];
  system = startIngest(database, directory, { dnsServers: [dns.address] });
}, 60_000);
afterAll(async () => {
  await system.close();
  await gpg.close();
  await dns.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() => database.query(forget));

type Mail = { key?: Buffer; fields?: string; date?: Date; client?: string; to?: number[] };

/** Resolves when the mail is shown. */
async function come({ key, fields = '', date = new Date(), client = CLIENT, to = mailboxes.slice(0, 1) }: Mail) {
  const data = (key ?? (await gpg.call(['--export', ada]))).toString('base64').replace(/.{60}/g, '$&\r\n ');
  const content = Buffer.from(
    `From: Ada <${ADA}>\r\nTo: box@a.test\r\nDate: ${date.toUTCString()}\r\n${fields}` +
      `Autocrypt: addr=${ADA}; prefer-encrypt=mutual; keydata=${data}\r\n\r\nThe tenth gear.\r\n`,
  );
  const deliveries = to.map((mailboxId) => ({ mailboxId, recipient: `box-${mailboxId}@a.test` }));
  const before = await readyCount();
  await system.ingest.accept({ sender: ADA, clientAddress: client, helo: 'far.test', content, deliveries });
  await until(async () => (await readyCount()) === before + to.length);
}

const readyCount = async () => (await database.query<{ count: number }>(ready, []))[0]?.count ?? 0;
const keys = () => database.query<{ tenantId: string; fingerprint: string }>(known, []);
const ofAda = (tenantId: string, fingerprint = ada) => ({ tenantId, address: ADA, fingerprint, preference: 'mutual' });

/** Keys are read one after the other, so this one comes after all before it. */
async function settled(): Promise<unknown[]> {
  await come({ to: mailboxes.slice(1) });
  await until(async () => (await keys()).some(({ tenantId }) => tenantId === 'tnt_b'));
  return (await keys()).filter(({ tenantId }) => tenantId === 'tnt_a');
}

it('the key that a mail brings is known to every tenant that it came to', async () => {
  await come({ to: mailboxes });
  await until(async () => (await keys()).length === 2);
  expect(await keys()).toEqual([ofAda('tnt_a'), ofAda('tnt_b')]);
});

it.each<[string, () => Promise<Mail>]>([
  ['whose domain does not vouch for it', async () => ({ client: '11.22.33.55' })],
  ['of a list', async () => ({ fields: 'List-Id: <gears.far.test>\r\n' })],
  ['with the key of somebody else', async () => ({ key: await gpg.call(['--export', eve]) })],
  ['with rubbish for a key', async () => ({ key: Buffer.alloc(3_000, 0x99) })],
  ['with a secret key', async () => ({ key: await gpg.call(['--export-secret-keys', ada]) })],
])('nothing is learned from a mail %s, which is shown all the same', async (_, mail) => {
  await come(await mail());
  expect(await settled()).toEqual([]);
});

it('a newer key takes the place of the older one, and an older mail does not bring that back', async () => {
  await come({});
  await until(async () => (await keys()).length === 1);
  const renewed = await gpg.makeKey(`Ada <${ADA}>`);
  await come({ key: await gpg.call(['--export', renewed]) });
  await until(async () => (await keys())[0]?.fingerprint === renewed);
  await come({ date: new Date(Date.now() - 3 * 86_400_000) });
  expect(await settled()).toEqual([ofAda('tnt_a', renewed)]);
});

it('a mail from the future counts as one of today', async () => {
  const renewed = await gpg.makeKey(`Ada <${ADA}>`);
  await come({ date: new Date(Date.now() + 9 * 86_400_000) });
  await until(async () => (await keys()).length === 1);
  await come({ key: await gpg.call(['--export', renewed]) });
  await until(async () => (await keys())[0]?.fingerprint === renewed);
  expect(await keys()).toEqual([ofAda('tnt_a', renewed)]);
});

it('a tenant keeps those it has heard of last', async () => {
  const repository = new AutocryptKeyRepository(database);
  for (let day = 1; day <= 4; day += 1) {
    const saidAt = new Date(Date.now() - day * 86_400_000);
    const key = {
      fingerprint: 'ab',
      publicKey: Buffer.alloc(1),
      preferEncrypt: 'mutual',
      hash: Buffer.alloc(1),
    } as const;
    await repository.learn(['tnt_a'], { ...key, address: `day-${day}@far.test`, saidAt }, 3);
  }
  const addresses = (await database.query<{ address: string }>(known, [])).map(({ address }) => address);
  expect(addresses).toEqual(['day-1@far.test', 'day-2@far.test', 'day-3@far.test']);
});
