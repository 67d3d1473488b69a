import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { GnuPg } from '@mailroom/testing';
import { startOwnMailroom, type OwnMailroom } from './mailroom-fixture.js';

let mailroom: OwnMailroom;
let gpg: GnuPg;
let database: Database;
const tablesOf = statement(
  'test-tables',
  `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
);
const directoryOf = statement(
  'test-directory',
  `select current_setting('data_directory') as path, oid from pg_database where datname = current_database()`,
);

beforeAll(async () => {
  mailroom = await startOwnMailroom(
    { MAILROOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
    { apps: ['mailbox-api', 'smtp-ingest', 'outbound', 'indexer'] },
  );
  gpg = await GnuPg.start();
  database = new Database({ url: mailroom.databaseUrl, poolSize: 2 });
}, 120_000);
afterAll(async () => {
  await database.close();
  await gpg.close();
  await mailroom.close();
});

const makeCanary = (what: string) => `cnry${what}${randomBytes(6).toString('hex')}`;

/** Every table that says the word in any column, and every file of the database server, its log of changes among them. */
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
  const directories = [`${server?.path}/base/${server?.oid}`, `${server?.path}/pg_wal`];
  const found = await promisify(execFile)('grep', ['-rla', word, ...directories]).catch(() => ({ stdout: '' }));
  return [...places, ...found.stdout.split('\n').filter(Boolean)];
}

async function sealedMailbox(more: object = {}) {
  const mailbox = await mailroom.mailbox();
  const fingerprint = await gpg.makeKey(`Owner <${mailbox.address}>`);
  const publicKey = await gpg.publicKey(fingerprint);
  const { id: keyId } = await mailroom.manager.data('POST', '/keys', {
    accountId: mailbox.id,
    kind: 'owner',
    publicKey,
  });
  const change = { encryption: 'sealed', ...more };
  expect(await mailroom.manager.data('PATCH', `/mailboxes/${mailbox.id}`, change)).toMatchObject(change);
  return { ...mailbox, keyId, fingerprint };
}

async function rawOf(api: { token: string }, id: number): Promise<string> {
  const headers = { authorization: `Bearer ${api.token}` };
  const answer = await fetch(`${mailroom.baseUrl}/api/agent/v1/emails/${id}/raw`, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
}

async function opened(raw: string): Promise<string> {
  const [block = ''] = /-----BEGIN PGP MESSAGE-----[^]*-----END PGP MESSAGE-----/.exec(raw) ?? [];
  return gpg.decrypt(block);
}

function mailWith(words: Record<string, string>, to: string, subject: string, size: number) {
  const filler = `${'x'.repeat(70)}\r\n`.repeat(Math.ceil(size / 72));
  return (
    `From: Bob <bob@example.org>\r\nX-Order: one\r\nTo: ${to}\r\nSubject: ${subject}\r\nX-Private: ${words.header}\r\nMIME-Version: 1.0\r\n` +
    'Content-Type: multipart/mixed; boundary="m"\r\n\r\n' +
    `--m\r\nContent-Type: text/plain\r\n\r\n${words.text}. Your verification code is 482915.\r\n${filler}\r\n` +
    `--m\r\nContent-Type: text/html\r\n\r\n<p>${words.html} <a href="https://example.org/verify">${words.link}</a></p>\r\n` +
    `--m\r\nContent-Type: text/plain; name="${words.filename}.txt"\r\nContent-Disposition: attachment; filename="${words.filename}.txt"\r\n\r\n${words.attachment}\r\n--m--\r\n`
  );
}

const makeWords = () =>
  Object.fromEntries(
    ['header', 'text', 'html', 'link', 'filename', 'attachment'].map((what) => [what, makeCanary(what)]),
  );

async function expectNowhere(words: Record<string, string>) {
  for (const [what, word] of Object.entries(words)) expect([what, await placesOf(word)]).toEqual([what, []]);
}

describe('a sealed mailbox', () => {
  it.each([
    ['small', 100],
    ['big', 400_000],
  ])('keeps no word of a %s mail in the clear, and GnuPG opens the mail as it came', async (kind, size) => {
    const { api, address } = await sealedMailbox();
    const words = makeWords();
    const raw = mailWith(words, address, `sealed ${kind}`, size);
    await mailroom.send({ envelope: { from: 'bob@example.org', to: [address] }, raw });
    const { id } = await mailroom.received(api, `sealed ${kind}`);
    const full = await api.data('GET', `/emails/${id}`);
    expect(full).toMatchObject({
      encrypted: true,
      bodyAvailable: false,
      decryptStatus: 'missing_agent_envelope',
      oldMessageRecoverable: true,
    });
    const sealed = await rawOf(api, id);
    expect(sealed).toMatch(/^From: Bob <bob@example.org>\r\n/);
    expect(sealed).toContain('multipart/encrypted; protocol="application/pgp-encrypted"');
    expect((await opened(sealed)).endsWith(raw)).toBe(true);
    expect(JSON.stringify(full)).toContain('482915');
    await expectNowhere(words);
  });

  it('looks for no codes and links where it is sealed before extraction', async () => {
    const { api, address } = await sealedMailbox({ sealBeforeExtraction: true });
    const words = makeWords();
    const raw = mailWith(words, address, 'before', 100);
    await mailroom.send({ envelope: { from: 'bob@example.org', to: [address] }, raw });
    const { id } = await mailroom.received(api, 'before');
    expect(JSON.stringify(await api.data('GET', `/emails/${id}`))).not.toMatch(/482915|example\.org\/verify/);
    await expectNowhere(words);
  });

  it('has a copy of its own of mail that an open mailbox gets too, also from a mailbox here', async () => {
    const { api, address } = await sealedMailbox();
    const other = await mailroom.mailbox();
    const text = makeCanary('shared');
    await mailroom.send({ from: 'bob@example.org', to: [address, other.address], subject: 'for both', text });
    const [mine, theirs] = [await mailroom.received(api, 'for both'), await mailroom.received(other.api, 'for both')];
    expect([mine.encrypted, theirs.encrypted]).toEqual([true, false]);
    expect((await other.api.data('GET', `/emails/${theirs.id}`)).plainText).toContain(text);
    expect(await opened(await rawOf(api, mine.id))).toContain(text);
    await other.api.data('POST', '/send', { to: [address], subject: 'from here', text });
    const inside = await mailroom.received(api, 'from here');
    expect(inside.encrypted).toBe(true);
    expect(await opened(await rawOf(api, inside.id))).toContain(text);
  });

  it('is sealed by who decides over its keys alone, with an owner key, which then stays', async () => {
    const { id, api } = await mailroom.mailbox();
    const path = `/mailboxes/${id}`;
    expect(await api.call('PATCH', path, { encryption: 'sealed' })).toMatchObject({ status: 403 });
    const refused = await mailroom.manager.call('PATCH', path, { encryption: 'sealed' });
    expect(refused).toMatchObject({ status: 400, body: { error: { fix: expect.stringContaining('POST /keys') } } });
    const { id: sealedId, keyId } = await sealedMailbox();
    expect(await mailroom.manager.call('DELETE', `/keys/${keyId}`)).toMatchObject({ status: 400 });
    await mailroom.manager.data('PATCH', `/mailboxes/${sealedId}`, { encryption: 'none' });
    await mailroom.manager.data('DELETE', `/keys/${keyId}`);
  });
});
