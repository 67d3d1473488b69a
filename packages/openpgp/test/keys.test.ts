import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg } from '@mailroom/testing';
import { generateKey } from 'openpgp';
import {
  armoredLockedKey,
  armoredPublicKey,
  autocryptValue,
  KeyRefusal,
  readLockedKey,
  readPublicKey,
} from '../src/index.js';

const ADDRESS = 'ada@keys.test';
const isOwn = (address: string) => address === ADDRESS;
const userIDs = [{ email: ADDRESS }];

let gpg: GnuPg;
let fingerprint: string;
beforeAll(async () => {
  gpg = await GnuPg.start();
  fingerprint = await gpg.makeKey(`Ada <${ADDRESS}>`, 'long words');
});
afterAll(() => gpg.close());

describe('a public key', () => {
  it('of GnuPG is read, and GnuPG reads what we give of it', async () => {
    const key = await readPublicKey(await gpg.publicKey(fingerprint), isOwn);
    expect(key.fingerprint).toBe(fingerprint);
    expect(key.keyIds).toHaveLength(2);
    expect(key.keyIds[0]).toBe(fingerprint.slice(-16));
    const other = await GnuPg.start();
    await other.import(armoredPublicKey(key.bytes));
    expect(await other.fingerprints()).toEqual([fingerprint]);
    expect(await gpg.decrypt(await other.encrypt('a word', [fingerprint]), 'long words')).toBe('a word');
    await other.close();
  });

  it('is read by GnuPG however much padding its base64 has', async () => {
    const other = await GnuPg.start();
    const seen = new Map<number, string>();
    for (let name = 'A'; seen.size < 3; name += 'a') {
      const { publicKey } = await generateKey({ userIDs: [{ name, email: ADDRESS }] });
      const key = await readPublicKey(publicKey, isOwn);
      if (seen.has(key.bytes.length % 3)) continue;
      seen.set(key.bytes.length % 3, key.fingerprint);
      await other.import(armoredPublicKey(key.bytes));
    }
    expect((await other.fingerprints()).sort()).toEqual([...seen.values()].sort());
    await other.close();
  });

  it('of version 6 is read', async () => {
    const { publicKey } = await generateKey({ userIDs, config: { v6Keys: true } });
    const key = await readPublicKey(publicKey, isOwn);
    expect(key.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(key.keyIds[0]).toBe(key.fingerprint.slice(0, 16));
  });

  it('says nothing of other addresses and of what others signed', async () => {
    const { publicKey } = await generateKey({ userIDs: [{ email: 'secret@else.test' }, ...userIDs] });
    const { bytes } = await readPublicKey(publicKey, isOwn);
    expect(bytes.includes('secret@else.test')).toBe(false);
    expect(bytes.includes(ADDRESS)).toBe(true);
    await expect(readPublicKey(publicKey, (address) => address === 'bob@keys.test')).rejects.toThrow(
      'must have a user id with the address of the mailbox',
    );
  });

  it('is refused with a secret part, whatever it is called', async () => {
    const locked = await gpg.privateKey(fingerprint, 'long words');
    const renamed = locked.replaceAll('PRIVATE KEY', 'PUBLIC KEY');
    for (const text of [locked, renamed]) await expect(readPublicKey(text)).rejects.toThrow('holds a secret part');
  });

  it('is refused where nobody can encrypt to it', async () => {
    const { publicKey } = await generateKey({ userIDs, subkeys: [{ sign: true }] });
    await expect(readPublicKey(publicKey)).rejects.toThrow('can not be encrypted to');
    const { publicKey: old } = await generateKey({ userIDs, keyExpirationTime: 60, date: new Date('2020-01-01') });
    await expect(readPublicKey(old)).rejects.toThrow('can not be encrypted to');
  });

  it('is refused within milliseconds where it is large or broken, and never with another error', async () => {
    const text = await gpg.publicKey(fingerprint);
    const body = Buffer.from(text.split('\n').slice(2, -3).join(''), 'base64');
    const block = (bytes: Buffer) =>
      `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${bytes.toString('base64')}\n-----END PGP PUBLIC KEY BLOCK-----\n`;
    const hostile = [
      '',
      'words',
      text.slice(0, 120),
      'x'.repeat(1_000_000),
      block(Buffer.alloc(20_000, 0xc2)),
      block(Buffer.concat([body, body])),
      block(Buffer.concat([body, ...Array.from({ length: 50 }, () => Buffer.from([0xcd, 1, 65]))])),
      block(Buffer.from([0xc6, 0xff, 0xff, 0xff, 0xff, 0xff])),
      ...Array.from({ length: body.length }, (_, at) => {
        const bent = Buffer.from(body);
        bent[at] = (bent[at] ?? 0) ^ 0xff;
        return block(bent);
      }),
    ];
    for (const each of hostile) {
      const outcome = await readPublicKey(each, isOwn).catch((error: unknown) => error);
      // A bit that is not signed may be bent and the key still be the same.
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(KeyRefusal);
    }
  });

  it('fits into an Autocrypt field', async () => {
    const { bytes } = await readPublicKey(await gpg.publicKey(fingerprint), isOwn);
    const value = autocryptValue(ADDRESS, bytes) ?? '';
    expect(value).toMatch(/^addr=ada@keys\.test; keydata= [A-Za-z0-9+/= ]+$/);
    expect(Buffer.from(value.slice(value.indexOf('keydata=') + 8), 'base64')).toEqual(bytes);
    expect(autocryptValue(ADDRESS, Buffer.alloc(8_000))).toBeNull();
    expect(autocryptValue('"a;b"@keys.test', bytes)).toBeNull();
  });
});

describe('a private key', () => {
  it('is taken where a passphrase locks it, by GnuPG or with Argon2', async () => {
    const locked = await gpg.privateKey(fingerprint, 'long words');
    const key = await readLockedKey(locked);
    expect(key.fingerprint).toBe(fingerprint);
    expect((await readLockedKey(armoredLockedKey(key.bytes))).bytes).toEqual(key.bytes);
    const config = { s2kType: 4, aeadProtect: true } as const;
    const { privateKey } = await generateKey({ userIDs, passphrase: 'long words', config });
    expect((await readLockedKey(privateKey)).fingerprint).toMatch(/^[0-9a-f]{40}$/);
  }, 30_000);

  it('is refused where nothing locks it', async () => {
    const open = await gpg.makeKey('Bob <bob@keys.test>');
    await expect(readLockedKey(await gpg.privateKey(open))).rejects.toThrow('is not locked');
    const { privateKey } = await generateKey({ userIDs });
    await expect(readLockedKey(privateKey)).rejects.toThrow('is not locked');
    await expect(readLockedKey(await gpg.publicKey(fingerprint))).rejects.toBeInstanceOf(KeyRefusal);
  });

  it('is refused where a part of it is missing', async () => {
    const subkeys = (
      await gpg.call(['--passphrase', 'long words', '--armor', '--export-secret-subkeys', fingerprint])
    ).toString();
    await expect(readLockedKey(subkeys)).rejects.toThrow('must hold each of its secret parts');
  });
});
