import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createMessage, encrypt, generateKey, type PrivateKey } from 'openpgp';
import {
  chosenKey,
  ciphertextOf,
  decryptMessage,
  makeOwnKey,
  openOwnKey,
  readPlainMail,
  sealedEntity,
} from '../src/index.js';

let own: PrivateKey;
let ada: PrivateKey;
beforeAll(async () => {
  const make = async (email: string) => (await generateKey({ userIDs: [{ email }], format: 'object' })).privateKey;
  [own, ada] = await Promise.all([make('own@mailroom.test'), make('ada@example.org')]);
});

/** What is inside of the armor. */
const binary = (armored: string) => Buffer.from(armored.split(/\r?\n\r?\n/)[1]?.split(/\r?\n[=-]/)[0] ?? '', 'base64');

const sealed = (files: { filename: string; contentType: string; content: Uint8Array }[] = []) =>
  sealedEntity({ text: 'wörds', files }, { readers: [own.toPublic()], signer: ada, hidesReaders: false });

describe('an encrypted message', () => {
  it('says whose signature it has, as far as the key is known', async () => {
    const message = await sealed();
    const unknown = await decryptMessage(message, [own]);
    expect(unknown.signature).toEqual({ status: 'unknown', keyId: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const { signature } = await decryptMessage(message, [own], { signers: [own.toPublic(), ada.toPublic()] });
    expect(signature).toEqual({ status: 'good', fingerprint: ada.getFingerprint() });
    const unsigned = await encrypt({ message: await createMessage({ text: 'a' }), encryptionKeys: own.toPublic() });
    expect((await decryptMessage(unsigned, [own], { signers: [ada.toPublic()] })).signature).toEqual({
      status: 'none',
    });
  });

  it('is read whole, with its files whatever they are called', async () => {
    const content = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
    const file = { filename: '"ü"\r\nX: y.bin', contentType: 'text/plain\r\nX: y', content };
    const { bytes } = await decryptMessage(await sealed([file]), [own]);
    const { plainText, attachments } = await readPlainMail(bytes);
    expect(plainText.trim()).toBe('wörds');
    expect(attachments).toHaveLength(1);
    expect(attachments[0]).toMatchObject({ mimeType: 'application/octet-stream', content });
    expect(attachments[0]?.filename).toContain('"ü"');
  });

  it('is not opened where it is for hundreds of readers, each of which would be tried', async () => {
    const bytes = binary(await sealed());
    // The first packet, whose length is in its second byte (RFC 9580 §4.2.1).
    const reader = bytes.subarray(0, 2 + (bytes[1] ?? 0));
    const many = (count: number) => decryptMessage(Buffer.concat([...Array(count).fill(reader), bytes]), [own]);
    expect((await many(150)).bytes.length).toBeGreaterThan(0);
    await expect(many(200)).rejects.toThrow('more than 200 readers');
  });

  it('is not unpacked without bounds where it is compressed instead', async () => {
    const literal = Buffer.concat([Buffer.from('cbff03000000', 'hex'), Buffer.alloc(48 * 1024 * 1024)]);
    const packed = deflateRawSync(literal);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(packed.length + 1);
    // A packet of compressed data (RFC 9580 §5.6), with its five octets of length, and ZIP.
    const bomb = Buffer.concat([Buffer.from([0xc8, 0xff]), length, Buffer.from([1]), packed]);
    await expect(decryptMessage(bomb, [own])).rejects.toThrow('Maximum decompressed message size exceeded');
  });

  it('is not opened where it was changed on its way, or by another key', async () => {
    const bytes = binary(await sealed());
    expect((await decryptMessage(bytes, [own])).bytes.length).toBeGreaterThan(0);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    await expect(decryptMessage(bytes, [own])).rejects.toThrow("It can't be decrypted");
    await expect(decryptMessage(await sealed(), [ada])).rejects.toThrow("It can't be decrypted");
  });
});

describe('the encrypted part of a message', () => {
  const begin = '-----BEGIN PGP MESSAGE-----\n';
  const mail = (text: string) => Buffer.from(`Content-Type: text/plain\n\n${text}`);

  it('is the first block in a text', async () => {
    const block = `${begin}\nabc\n-----END PGP MESSAGE-----`;
    expect(await ciphertextOf(mail(`Hello\n${block}\n${block}\n`))).toBe(block);
    expect(await ciphertextOf(mail('-----END PGP MESSAGE-----'))).toBeNull();
  });

  it('is looked for once, however many blocks begin and do not end', async () => {
    const before = process.cpuUsage();
    expect(await ciphertextOf(mail(begin.repeat(20_000)))).toBeNull();
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

describe('a key', () => {
  it('is locked when it is made, and opened by its passphrase alone', async () => {
    const locked = await makeOwnKey({ name: 'Own', address: 'own@mailroom.test' }, 'five random words');
    expect((await openOwnKey(locked, 'five random words')).isDecrypted()).toBe(true);
    await expect(openOwnKey(locked, 'others')).rejects.toThrow();
    await expect(openOwnKey(own.armor(), 'any')).rejects.toThrow('not locked');
  });

  it('that is another than before is not written to, and no other in its place', async () => {
    const found = (key: PrivateKey, changed: boolean) => ({
      publicKey: key.toPublic().armor(),
      changed,
      revoked: false,
    });
    await expect(chosenKey('ada@example.org', [found(ada, true), found(own, false)])).rejects.toThrow('another than');
    expect((await chosenKey('ada@example.org', [found(ada, false)]))?.getFingerprint()).toBe(ada.getFingerprint());
    expect(await chosenKey('ada@example.org', [{ publicKey: 'noise', changed: false, revoked: false }])).toBeNull();
  });

  it('that was revoked is not written to, and its owner not in the clear', async () => {
    const revoked = { publicKey: ada.toPublic().armor(), changed: false, revoked: true };
    const other = { publicKey: own.toPublic().armor(), changed: true, revoked: false };
    await expect(chosenKey('ada@example.org', [revoked])).rejects.toThrow('revoked');
    await expect(chosenKey('ada@example.org', [revoked, other])).rejects.toThrow('another than');
  });
});
