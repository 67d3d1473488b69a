import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import type { PgpSignature } from '@mailroom/mail';
import { webKeyHash } from '@mailroom/openpgp';
import { buildMailbox, buildTenant, createTestDatabase, GnuPg, until, type TestDatabase } from '@mailroom/testing';
import { SignatureThreads } from '../src/signatures/signature-threads.js';
import { startIngest } from './ingest.fixture.js';
import { clearSignedMail, headerOf, signedMail, wrapped } from './signed-mail.fixture.js';

const HANGING = new URL('data:text/javascript,import%20%22node:worker_threads%22;for(;;);');
const PAST = ['--faked-system-time', '20240101T000000!'];
const EVE = 'eve@other.test';
const PART = Buffer.from('Content-Type: text/plain\r\n\r\nThe tenth gear, please.\r\n');

let test: TestDatabase;
let directory: string;
let database: Database;
let gpg: GnuPg;
let eve: string;
let mailboxId: number;
let otherMailboxId: number;
let system: ReturnType<typeof startIngest>;

const pin = statement(
  'test-pin',
  `insert into key_pin (tenant_id, address, fingerprint, public_key, source, revoked) values ($1, $2, $3, $4, 'wkd', $5)
   on conflict (tenant_id, address) do update
   set fingerprint = excluded.fingerprint, public_key = excluded.public_key, revoked = excluded.revoked`,
);
const addOwnerKey = statement(
  'test-owner-key',
  `insert into mail_key (mailbox_id, kind, fingerprint, public_key, key_ids, web_key_hash) values ($1, 'owner', $2, $3, '{}', $4)`,
);
const stateOf = statement(
  'test-signature',
  `select e.mailbox_id as "mailboxId", e.pgp_signature as pgp, c.trust ->> 'verdict' as verdict
   from email e join message_content c on c.raw_id = e.raw_id where e.id = any ($1::bigint[]) and e.ready_at is not null
   order by e.mailbox_id`,
);

const newest = statement(
  'test-newest',
  `select max(id) as id from email where mailbox_id = any ($1::int[]) group by mailbox_id`,
);

beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-signatures-'));
  database = new Database({ url: test.url, secretKeys: [Buffer.alloc(32, 7)] });
  await buildTenant(database, 'tnt_a', 'a.test');
  await buildTenant(database, 'tnt_b', 'b.test');
  mailboxId = await buildMailbox(database, 'tnt_a', 'box@a.test');
  otherMailboxId = await buildMailbox(database, 'tnt_b', 'box@b.test');
  gpg = await GnuPg.start();
  eve = await gpg.makeKey(`Eve <${EVE}>`);
  await pinKey(eve);
  system = startIngest(database, directory);
}, 60_000);
afterAll(async () => {
  await system.close();
  await gpg.close();
  await database.close();
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

async function pinKey(fingerprint: string, address = EVE, { tenant = 'tnt_a', revoked = false } = {}): Promise<void> {
  await database.query(pin, [tenant, address, fingerprint, await gpg.call(['--export', fingerprint]), revoked]);
}

type State = { mailboxId: number; pgp: PgpSignature | null; verdict: string };

/** What becomes of a message that comes to one mailbox, or to several at once. */
async function arrived(content: Buffer, mailboxIds = [mailboxId], by = system): Promise<State[]> {
  const deliveries = mailboxIds.map((id) => ({ mailboxId: id, recipient: `box-${id}@a.test` }));
  const accepted = { sender: EVE, clientAddress: '127.0.0.1', helo: 'test', content, deliveries };
  await by.ingest.accept(accepted);
  const ids = await database.query<{ id: number }>(newest, [mailboxIds]);
  const read = () => database.query<State>(stateOf, [ids.map(({ id }) => id)]);
  await until(async () => (await read()).length === mailboxIds.length);
  return read();
}

const valid = (fingerprint = eve) => ({ status: 'valid', fingerprint });
const invalid = { status: 'invalid', fingerprint: '' };
const unknownKey = { status: 'unknown_key', fingerprint: '' };
const mail = (changes: Partial<Parameters<typeof signedMail>[0]> = {}) => signedMail({ gpg, key: eve, ...changes });
const from = (content: Buffer, field: string) =>
  Buffer.from(content.toString('latin1').replace(/^From: .*\r\n/, field), 'latin1');
const changed = (content: Buffer, before: string, after: string) => {
  const text = content.toString('latin1');
  if (!text.includes(before)) throw new Error(`There is no ${before}.`);
  return Buffer.from(text.replace(before, after), 'latin1');
};
const signed = (part: Buffer, ...options: string[]) =>
  gpg.call([...options, '--armor', '--local-user', eve, '--detach-sign'], part);
const partOf = (text: string) => Buffer.from(`Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`, 'latin1');
const listed = (inner: Buffer) => {
  const at = inner.indexOf('Content-Type:');
  return Buffer.concat([
    Buffer.from(`${headerOf(EVE)}Content-Type: multipart/mixed; boundary=list\r\n\r\n--list\r\n`),
    inner.subarray(at),
    Buffer.from('\r\n--list\r\nContent-Type: text/plain\r\n\r\n-- \r\nthe list\r\n--list--\r\n'),
  ]);
};

describe('the signature of a mail by a key that is pinned', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['as it came', () => mail()],
    ['over text, by its type', () => mail({ options: ['--textmode'] })],
    ['with SHA-512', () => mail({ options: ['--digest-algo', 'SHA512'] })],
    ['with octets of no charset', () => mail({ part: partOf('caf\xe9 \xff\xfe\r\n') })],
    ['with blanks at the ends of lines', () => mail({ part: partOf('a \t\r\nb  \r\n\r\n  \r\n') })],
    ['with dots at the beginning of lines', () => mail({ part: partOf('.\r\n..\r\n.a\r\n') })],
    ['with an empty line at its end', () => mail({ part: partOf('a\r\n\r\n\r\n') })],
    ['without a line break at its end', () => mail({ part: partOf('a') })],
    [
      'over a multipart with another boundary',
      async () => {
        const part = Buffer.from(
          'Content-Type: multipart/mixed; boundary=sig2\r\n\r\n--sig2\r\n\r\na\r\n--sig2\r\nContent-Type: text/html\r\n\r\n<p>b\r\n--sig2--\r\n',
        );
        return mail({ part });
      },
    ],
    [
      'over another signed mail',
      async () => {
        const inner = await mail();
        const part = inner.subarray(inner.indexOf('Content-Type:'));
        return mail({ part: Buffer.from(part.toString('latin1').replaceAll('sig', 'inner'), 'latin1') });
      },
    ],
    ['of 3 MB', () => mail({ part: partOf(`${'x'.repeat(76)}\r\n`.repeat(40_000)) })],
    ['in a block', () => clearSignedMail({ gpg, key: eve }, 'Which gear?\n- the first\n-- \nEve  \n')],
    ['in a block with blanks and letters', () => clearSignedMail({ gpg, key: eve }, 'caf\u00e9 \t \n\n  \nb')],
  ])('is valid %s', async (_, make) => {
    const [state] = await arrived(await make());
    expect(state?.pgp).toEqual(valid());
    // It never makes mail trusted.
    expect(state?.verdict).toBe('neutral');
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a changed byte', async () => changed(await mail(), 'tenth', 'ninth')],
    ['another header of the part', async () => changed(await mail(), 'text/plain', 'text/html ')],
    ['two From fields', async () => from(await mail(), `From: ${EVE}\r\nFrom: boss@other.test\r\n`)],
    ['two addresses in From', async () => from(await mail(), `From: ${EVE}, boss@other.test\r\n`)],
    [
      'a part behind the signature',
      async () => wrapped(PART, await signed(PART), EVE, 'Content-Type: text/plain\r\n\r\nPay.'),
    ],
    ['a footer of a list', async () => listed(await mail())],
    ['another protocol', async () => changed(await mail(), '"application/pgp-signature"', '"application/x"')],
    ['SHA-1', () => mail({ options: ['--digest-algo', 'SHA1'] })],
    ['MD5', () => mail({ options: ['--digest-algo', 'RIPEMD160'] })],
    ['a time before the key', () => mail({ options: ['--ignore-time-conflict', ...PAST] })],
    ['a time in the future', () => mail({ options: ['--faked-system-time', '20990101T000000!'] })],
    ['a time that is over', () => expiredSignature()],
    ['a critical notation that nobody knows', () => mail({ options: ['--sig-notation', '!x@other.test=1'] })],
    ['words above a block', () => clearSignedMail({ gpg, key: eve }, 'a\n', (block) => `Pay.\n\n${block}`)],
    ['words below a block', () => clearSignedMail({ gpg, key: eve }, 'a\n', (block) => `${block}\nPay.\n`)],
    ['two blocks', () => clearSignedMail({ gpg, key: eve }, 'a\n', (block) => `${block}${block}`)],
    [
      'words in the header of a block',
      () => clearSignedMail({ gpg, key: eve }, 'a\n', (block) => block.replace(/^Hash: /m, 'Hash: Pay the bill!, ')),
    ],
    [
      'words in its armor',
      () =>
        clearSignedMail({ gpg, key: eve }, 'a\n', (block) =>
          block.replace('SIGNATURE-----\n', 'SIGNATURE-----\nComment: Pay.\n'),
        ),
    ],
    [
      'changed words in a block',
      () => clearSignedMail({ gpg, key: eve }, 'a\n', (block) => block.replace('\na\n', '\nb\n')),
    ],
    [
      'a line that is no longer escaped',
      () => clearSignedMail({ gpg, key: eve }, '- a\n', (block) => block.replace('\n- - a', '\n-a')),
    ],
    [
      'another charset of a block',
      async () => changed(await clearSignedMail({ gpg, key: eve }, 'a\n'), 'utf-8', 'koi8-r'),
    ],
    [
      'a block beside HTML',
      async () => {
        const block = await clearSignedMail({ gpg, key: eve }, 'a\n');
        return listed(block);
      },
    ],
    ['no signature in its part', async () => wrapped(PART, Buffer.from('none'), EVE)],
  ])('is invalid with %s', async (_, make) => {
    const [state] = await arrived(await make());
    expect(state?.pgp).toEqual(invalid);
  });

  it('is of an unknown key where another made it, or another address claims it', async () => {
    const other = await gpg.makeKey(`Eve <${EVE}>`);
    expect((await arrived(await mail({ key: other })))[0]?.pgp).toEqual(unknownKey);
    expect((await arrived(await mail({ from: 'boss@other.test' })))[0]?.pgp).toEqual(unknownKey);
  });

  it('is invalid where the key that is pinned for the address names another one', async () => {
    await pinKey(eve, 'boss@other.test');
    expect((await arrived(await mail({ from: 'boss@other.test' })))[0]?.pgp).toEqual(invalid);
  });

  it('counts for the tenant that pinned the key, and for no other', async () => {
    const states = await arrived(await mail(), [mailboxId, otherMailboxId]);
    expect(states.map(({ pgp }) => pgp)).toEqual([valid(), unknownKey]);
  });

  it('says nothing of mail that is not signed', async () => {
    const plain = Buffer.from(`${headerOf(EVE)}\r\n> -----BEGIN PGP SIGNED MESSAGE-----\r\n> quoted\r\n`);
    expect((await arrived(plain))[0]?.pgp).toBeNull();
    const block = await gpg.encrypt('secret', [eve]);
    const encrypted = Buffer.concat([Buffer.from(`${headerOf(EVE)}\r\n`), block]);
    expect((await arrived(encrypted))[0]?.pgp).toBeNull();
  });
});

async function expiredSignature(): Promise<Buffer> {
  const signature = await signed(PART, '--default-sig-expire', 'seconds=1');
  await until(async () => Date.now() / 1_000 > (await signatureTime(signature)) + 1.1);
  return wrapped(PART, signature, EVE);
}

async function signatureTime(signature: Buffer): Promise<number> {
  const [, seconds] = /created (\d+)/.exec((await gpg.call(['--list-packets'], signature)).toString()) ?? [];
  return Number(seconds);
}

describe('a signature by a key that is over', () => {
  it('is invalid after the key expired, though it signed before', async () => {
    const address = 'late@other.test';
    await gpg.call([...PAST, '--passphrase', '', '--quick-generate-key', address, 'future-default', 'default', '2d']);
    const [key = ''] =
      (await gpg.call(['--with-colons', '--list-keys', address])).toString().match(/[0-9A-F]{40}/) ?? [];
    await pinKey(key.toLowerCase(), address);
    const content = await mail({ key, from: address, options: PAST });
    expect((await arrived(content))[0]?.pgp).toEqual(invalid);
  });

  it('is invalid after the key was revoked, in the key or where it was published since', async () => {
    const address = 'gone@other.test';
    const key = await gpg.makeKey(address);
    await pinKey(key, address);
    const content = await mail({ key, from: address });
    expect((await arrived(content))[0]?.pgp).toEqual(valid(key));
    await pinKey(key, address, { revoked: true });
    expect((await arrived(content))[0]?.pgp).toEqual(invalid);
    await gpg.revoke(key);
    await pinKey(key, address);
    expect((await arrived(content))[0]?.pgp).toEqual(invalid);
  });
});

describe('the owner key of a mailbox here', () => {
  it('counts for every tenant, for the address of that mailbox alone', async () => {
    const key = await gpg.makeKey('Box <box@b.test>');
    await database.query(addOwnerKey, [otherMailboxId, key, await gpg.call(['--export', key]), webKeyHash('box')]);
    expect((await arrived(await mail({ key, from: 'box@b.test' })))[0]?.pgp).toEqual(valid(key));
    expect((await arrived(await mail({ key, from: 'box@a.test' })))[0]?.pgp).toEqual(unknownKey);
  });
});

describe('a signature whose check takes too long', () => {
  it('is not valid, and the mail is shown', async () => {
    const thread = new SignatureThreads({ timeoutMs: 300, stuckMs: 3_000, idleMs: 1_000, workerUrl: HANGING });
    const slow = startIngest(database, directory, { thread });
    try {
      const [state] = await arrived(await mail(), [mailboxId], slow);
      expect(state?.pgp).toEqual(unknownKey);
    } finally {
      await slow.close();
    }
  });
});
