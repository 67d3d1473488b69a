import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg } from '@mailroom/testing';
import { decrypt, generateKey, readKey, readMessage, readPrivateKey } from 'openpgp';
import { messageKeyIds, readPublicKey, sealMessage, type SealingKey } from '../src/index.js';

const HEADER = [
  'DKIM-Signature: v=1; h=from:subject; b=abc',
  'Received: from elsewhere.test',
  'From: "Bob" <bob@keys.test>',
  'To: ada@keys.test',
  'Subject: a subject',
  ' that is folded',
  'X-Secret-Field: canary',
  'Message-ID: <1@keys.test>',
  'Content-Type: text/plain; charset=utf-8',
];
const ORIGINAL = Buffer.from(`${HEADER.join('\r\n')}\r\n\r\nThe canary sings: \u00fc\r\n-- \r\nFrom me\r\n`);

let gpg: GnuPg;
let ada: string;
let bob: string;
beforeAll(async () => {
  gpg = await GnuPg.start();
  ada = await gpg.makeKey('Ada <ada@keys.test>');
  bob = await gpg.makeKey('Bob <bob@keys.test>');
});
afterAll(() => gpg.close());

async function keyOf(fingerprint: string): Promise<SealingKey> {
  return { fingerprint, publicKey: (await readPublicKey(await gpg.publicKey(fingerprint))).bytes };
}

const headOf = (mail: Buffer) => mail.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';

/** The second part of the mail, which a mail program hands to whoever decrypts. */
function armorOf(mail: Buffer): string {
  const text = mail.toString('latin1');
  const end = '-----END PGP MESSAGE-----\r\n';
  return text.slice(text.indexOf('-----BEGIN PGP MESSAGE-----'), text.indexOf(end) + end.length);
}

describe('a sealed message', () => {
  it('is read by GnuPG with the key of each reader, byte for byte', async () => {
    for (const original of [
      ORIGINAL,
      Buffer.from([0, 255, 13, 10]),
      Buffer.alloc(700_000, 'canary '),
      Buffer.alloc(0),
    ]) {
      const { bytes } = await sealMessage(original, [await keyOf(ada), await keyOf(bob)]);
      for (const reader of [ada, bob]) {
        const opened = await gpg.call(['--try-secret-key', reader, '--decrypt'], armorOf(bytes));
        expect(opened.equals(original)).toBe(true);
      }
    }
  });

  it('names its readers, and nobody else', async () => {
    const key = await keyOf(ada);
    const { bytes, keyIds } = await sealMessage(ORIGINAL, [key]);
    const own = (await readPublicKey(await gpg.publicKey(ada))).keyIds;
    expect(keyIds).toHaveLength(1);
    expect(own).toContain(keyIds[0]);
    expect(messageKeyIds(bytes)).toEqual(keyIds);
  });

  it('has the structure of RFC 3156, and the version comes first', async () => {
    const mail = (await sealMessage(ORIGINAL, [await keyOf(ada)])).bytes.toString('latin1');
    const [, boundary = ''] = /boundary="([^"]+)"/.exec(mail) ?? [];
    expect(headOf(Buffer.from(mail))).toContain('multipart/encrypted; protocol="application/pgp-encrypted"');
    const parts = mail.split(`--${boundary}`);
    expect(parts).toHaveLength(4);
    expect(parts[1]).toMatch(/^\r\nContent-Type: application\/pgp-encrypted\r\n[^]*\r\n\r\nVersion: 1\r\n\r\n$/);
    expect(parts[2]).toMatch(/^\r\nContent-Type: application\/octet-stream[^]*-----BEGIN PGP MESSAGE-----\r\n/);
    expect(parts[3]).toBe('--\r\n');
    expect(mail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('keeps only the listed fields outside, each once and with its folded lines', async () => {
    const twice = Buffer.concat([Buffer.from('Subject: the first\r\n'), ORIGINAL]);
    const fields = (await sealMessage(twice, [await keyOf(ada)])).bytes.toString('latin1');
    expect(fields).toMatch(/^Subject: the first\r\nFrom: [^]*To: ada@keys.test\r\nMessage-ID: <1@keys.test>\r\nMIME-/);
    const once = (await sealMessage(ORIGINAL, [await keyOf(ada)])).bytes.toString('latin1');
    expect(once).toContain('Subject: a subject\r\n that is folded\r\n');
    for (const hidden of ['canary', 'DKIM', 'elsewhere']) expect(fields + once).not.toContain(hidden);
  });

  it('gets no field out of what is no field of its header', async () => {
    const lies = [
      'From: a@b.test\rContent-Type: text/html\r\n\r\nbody',
      'no field\r\nSubject: canary\r\n\r\nbody',
      'From: a@b.test\r\n\r\nSubject: canary\r\n\r\n',
      `From: a@b.test\r\nReferences: ${'<canary@b.test>\r\n '.repeat(10_000)}\r\n\r\nbody`,
      `From: a@b.test\r\nSubject: ${'canary'.repeat(100_000)}`,
    ];
    for (const lie of lies) {
      const head = headOf((await sealMessage(Buffer.from(lie), [await keyOf(ada)])).bytes);
      expect(head).not.toContain('canary');
      expect(head.match(/^Content-Type:/gim)).toHaveLength(1);
      expect(head.length).toBeLessThan(1_000);
    }
  });

  it('keeps the fields of a mail that ends with its header', async () => {
    const { bytes } = await sealMessage(Buffer.from('From: a@b.test\r\nSubject: all of it'), [await keyOf(ada)]);
    expect(headOf(bytes)).toContain('Subject: all of it\r\n');
  });

  it('is read with keys of version 6, of both forms of Curve25519, of other curves, and of RSA', async () => {
    const kinds = [
      { config: { v6Keys: true } },
      { type: 'curve25519' },
      { type: 'ecc', curve: 'curve25519Legacy' },
      { type: 'ecc', curve: 'nistP384' },
      { type: 'curve448' },
      { type: 'rsa', rsaBits: 2048 },
    ] as const;
    for (const kind of kinds) {
      const { publicKey, privateKey } = await generateKey({ userIDs: [{ email: 'ada@keys.test' }], ...kind });
      const { fingerprint, bytes: key, keyIds } = await readPublicKey(publicKey);
      const sealed = await sealMessage(ORIGINAL, [{ fingerprint, publicKey: key }]);
      const decryptionKeys = await readPrivateKey({ armoredKey: privateKey });
      const message = await readMessage({ armoredMessage: armorOf(sealed.bytes) });
      const { data } = await decrypt({ message, decryptionKeys, format: 'binary' });
      expect(Buffer.from(data as Uint8Array).equals(ORIGINAL)).toBe(true);
      expect(keyIds).toContain(sealed.keyIds[0]);
    }
  });

  it('is sealed to a key that has expired since it was registered', async () => {
    const date = new Date(Date.now() - 172_800_000);
    const expired = { userIDs: [{ email: 'ada@keys.test' }], keyExpirationTime: 86_400, date };
    const { publicKey } = await generateKey(expired);
    const key = await readKey({ armoredKey: publicKey });
    const sealing = { fingerprint: key.getFingerprint(), publicKey: key.write() as Uint8Array };
    expect((await sealMessage(ORIGINAL, [sealing])).keyIds).toHaveLength(1);
  });

  it('is none without a key, or with one that can not be read: the mail is not given back as it was', async () => {
    await expect(sealMessage(ORIGINAL, [])).rejects.toThrow('one key at least');
    const broken = { fingerprint: 'f'.repeat(40), publicKey: Buffer.from('noise') };
    await expect(sealMessage(ORIGINAL, [await keyOf(ada), broken])).rejects.toThrow();
  });
});
