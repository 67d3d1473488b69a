import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { webKeyHash } from '@mailroom/openpgp';
import { GnuPg, until } from '@mailroom/testing';
import { SMTPServer } from 'smtp-server';
import { ask, BridgeTool, pgpMime } from './bridge-tool.js';
import { startOwnMailroom, type Answer, type OwnMailroom } from './mailroom-fixture.js';

const QUESTION = 'cnryquestion7f3a91';
const ANSWER = 'cnryanswer5d20c8';
const OPEN = 'cnryopen8e61b4';
/** Larger than what is kept in a row. */
const PADDING = 'x'.repeat(40_000);

let mailroom: OwnMailroom;
let database: Database;
let gpg: GnuPg;
let directory: string;
let other: SMTPServer;
let tool: BridgeTool;
const taken: string[] = [];

const tablesOf = statement(
  'test-tables',
  `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
);
const directoryOf = statement(
  'test-directory',
  `select current_setting('data_directory') as path, oid from pg_database where datname = current_database()`,
);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailroom-story-'));
  other = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString('latin1'));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.server.address() as AddressInfo;
  mailroom = await startOwnMailroom({
    LOG_LEVEL: 'trace',
    OUTBOUND_MODE: 'relay',
    OUTBOUND_RELAY_URL: `smtp://127.0.0.1:${port}`,
    BLOB_STORE_URL: pathToFileURL(join(directory, 'blobs')).href,
  });
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
  gpg = await GnuPg.start();
  tool = new BridgeTool(mailroom.baseUrl, directory);
}, 120_000);
afterAll(async () => {
  tool.close();
  await gpg.close();
  await database.close();
  await mailroom.close();
  await new Promise<void>((resolve) => other.close(resolve));
  await rm(directory, { recursive: true, force: true });
}, 60_000);

/** Every table that says the word in any column, every file of the database server, its log of changes and blobs, and our logs. */
async function placesOf(word: string): Promise<string[]> {
  const forms = [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64').slice(0, -4)];
  const places: string[] = [];
  for (const { name } of await database.query<{ name: string }>(tablesOf)) {
    const read = statement(
      `test-${name}`,
      `select from ${name} t where exists (select from unnest($1::text[]) w where position(w in t::text) > 0) limit 1`,
    );
    if ((await database.query(read, [forms])).length > 0) places.push(name);
  }
  const [server] = await database.query<{ path: string; oid: number }>(directoryOf);
  const roots = [`${server?.path}/base/${server?.oid}`, `${server?.path}/pg_wal`, join(directory, 'blobs')];
  const found = await promisify(execFile)('grep', ['-rla', word, ...roots]).catch(() => ({ stdout: '' }));
  if (forms.some((form) => mailroom.output().includes(form))) places.push('logs');
  return [...places, ...roots.filter((root) => found.stdout.includes(root))];
}

/** GnuPG asks a directory over https alone, by the name of the domain: what it would get there is brought to it. */
async function importByDirectory(address: string): Promise<string> {
  const [localPart = '', domain = ''] = address.split('@');
  const path = `/.well-known/openpgpkey/${domain}/hu/${webKeyHash(localPart)}?l=${localPart}`;
  const response = await fetch(`${mailroom.baseUrl}${path}`);
  expect(response.status).toBe(200);
  const before = await gpg.fingerprints();
  await gpg.import(Buffer.from(await response.arrayBuffer()));
  const [found = ''] = (await gpg.fingerprints()).filter((fingerprint) => !before.includes(fingerprint));
  return found;
}

describe('a mail that GnuPG writes to a key that it found in our directory', () => {
  it('is claimed, read and answered by an agent, GnuPG reads the answer, and no word of either is kept', async () => {
    const { id: accountId, address, api } = await mailroom.mailbox();
    const ada = await gpg.makeKey('Ada <ada@example.org>');
    await writeFile(join(directory, 'ada.asc'), await gpg.publicKey(ada));
    const owner = await tool.start(api.token, ['keys', 'owner', '--file', join(directory, 'owner.asc')]).end;
    expect(owner).toMatchObject({ code: 0, stderr: '' });
    const bridge = await tool.startBridge(api.token, ['--recipients', join(directory, 'ada.asc')]);
    const { items: keys } = await api.data('GET', '/keys');
    const keyOf = (kind: string) => keys.find((key: Answer['body']) => key.kind === kind);
    expect(await importByDirectory(address)).toBe(keyOf('owner').fingerprint);

    const entity = `Content-Type: text/plain\r\n\r\n${QUESTION}\r\n${PADDING}\r\n`;
    const armored = await gpg.encrypt(
      entity,
      [keyOf('owner').fingerprint],
      ['--armor', '--compress-algo', 'none', '--local-user', ada, '--sign'],
    );
    const raw = pgpMime({ to: address, subject: 'a question', armored });
    await mailroom.send({ envelope: { from: 'ada@example.org', to: [address] }, raw });
    const { id } = await mailroom.received(api, 'a question');
    expect((await api.data('GET', `/emails/${id}`)).trust.pgp).toEqual({ status: 'encrypted', fingerprint: '' });
    const wrap = ['keys', 'wrap', '--key', String(keyOf('agent').id), '--owner', join(directory, 'owner.asc')];
    const wrapped = await tool.start(mailroom.manager.token, [...wrap, '--account', String(accountId)]).end;
    expect(wrapped).toMatchObject({ code: 0 });

    const claimed = await ask(bridge.url, api.token, '/tasks/claim-next', { owner: 'agent' });
    expect(claimed).toMatchObject({ id, decryptStatus: 'decrypted', plainText: expect.stringContaining(QUESTION) });
    const { leaseToken } = claimed.task;
    const text = `${ANSWER}\n${PADDING.replaceAll(/.{70}/g, '$&\n')}`;
    const reply = { emailId: id, text, completeTask: true, owner: 'agent', leaseToken };
    expect((await ask(bridge.url, api.token, '/reply', reply)).encryption).toEqual({
      encryptedFor: ['ada@example.org'],
      inClearFor: [],
      signed: true,
    });

    await until(() => taken.length > 0, { timeoutMs: 30_000 });
    const [answer = ''] = taken;
    expect(answer).not.toContain(ANSWER);
    await gpg.import(keyOf('agent').publicKey);
    const [block = ''] = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(answer) ?? [];
    const read = (await gpg.call(['--status-fd', '1', '--passphrase', '', '--decrypt'], block)).toString();
    expect(read.toLowerCase()).toContain('goodsig');
    const decoded = Buffer.from(read.replace(/^\[GNUPG:].*$/gm, ''), 'latin1').toString();
    expect([decoded.includes(ANSWER), read.includes(Buffer.from(ANSWER).toString('base64').slice(0, -4))]).toContain(
      true,
    );

    // What came in the clear is found, or nothing was searched.
    const open = `From: ada@example.org\r\nTo: ${address}\r\nSubject: open\r\n\r\n${OPEN}\r\n${`${PADDING.slice(0, 70)}\r\n`.repeat(600)}`;
    await mailroom.send({ envelope: { from: 'ada@example.org', to: [address] }, raw: open });
    await mailroom.received(api, 'open');
    expect((await placesOf(OPEN)).length).toBeGreaterThan(1);
    expect(mailroom.output().length).toBeGreaterThan(0);
    expect([await placesOf(QUESTION), await placesOf(ANSWER)]).toEqual([[], []]);
  }, 180_000);
});
