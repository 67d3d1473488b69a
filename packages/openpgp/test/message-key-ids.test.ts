import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GnuPg } from '@mailroom/testing';
import { createMessage, encrypt, generateKey, readKey } from 'openpgp';
import { messageKeyIds, readPublicKey, webKeyHash } from '../src/index.js';

let gpg: GnuPg;
let ada: string;
let bob: string;
beforeAll(async () => {
  gpg = await GnuPg.start();
  ada = await gpg.makeKey('Ada <ada@keys.test>');
  bob = await gpg.makeKey('Bob <bob@keys.test>');
});
afterAll(() => gpg.close());

const idsOf = async (fingerprint: string) => (await readPublicKey(await gpg.publicKey(fingerprint))).keyIds;

describe('the keys that a message is for', () => {
  it('are told for messages of GnuPG, armored or not', async () => {
    for (const options of [['--armor'], ['--no-armor'], ['--armor', '--comment', 'a: comment']]) {
      const ids = messageKeyIds(await gpg.encrypt('words', [ada, bob], options));
      expect(ids).toHaveLength(2);
      for (const reader of [ada, bob]) expect((await idsOf(reader)).some((id) => ids.includes(id))).toBe(true);
    }
  });

  it('are told for messages of version 6', async () => {
    const config = { v6Keys: true, aeadProtect: true };
    const { publicKey } = await generateKey({ userIDs: [{ email: 'ada@keys.test' }], config });
    const encryptionKeys = await readKey({ armoredKey: publicKey });
    const message = await encrypt({ message: await createMessage({ text: 'words' }), encryptionKeys, config });
    const { keyIds } = await readPublicKey(publicKey);
    const [id = ''] = messageKeyIds(Buffer.from(message));
    expect(keyIds).toContain(id);
  });

  it('are none where readers are hidden, or a passphrase opens it', async () => {
    expect(messageKeyIds(await gpg.encrypt('words', [ada], ['--throw-keyids']))).toEqual([]);
    expect(messageKeyIds(await gpg.call(['--passphrase', 'a', '--symmetric'], 'words'))).toEqual([]);
  });

  it('are bounded, and malformed packets never throw', async () => {
    const packet = (id: number) => {
      const body = Buffer.alloc(12, 1);
      body[0] = 3;
      body.writeUInt32BE(id, 5);
      return Buffer.concat([Buffer.from([0xc1, 12]), body]);
    };
    const many = Buffer.concat(Array.from({ length: 100_000 }, (_, index) => packet(index)));
    expect(messageKeyIds(many)).toHaveLength(100);
    const whole = await gpg.encrypt('words', [ada, bob], ['--no-armor']);
    for (let end = 0; end < Math.min(whole.length, 300); end += 1)
      expect(messageKeyIds(whole.subarray(0, end))).toBeDefined();
    for (let first = 0; first < 256; first += 1) {
      expect(messageKeyIds(Buffer.from([first, 255, 255, 255, 255, 255, 3]))).toEqual([]);
      expect(messageKeyIds(Buffer.from([0xc1, first]))).toEqual([]);
    }
    expect(messageKeyIds(Buffer.from(`-----BEGIN PGP MESSAGE-----\n\n${'A'.repeat(1_000_000)}`))).toEqual([]);
  });
});

describe('the name of a key in the Web Key Directory', () => {
  it('is what the draft and GnuPG make of the local part', async () => {
    expect(webKeyHash('Joe.Doe')).toBe('iy9q119eutrkn8s1mk4r39qejnbu3n5q');
    const listing = (await gpg.call(['--with-wkd-hash', '--list-keys', ada])).toString();
    expect(listing).toContain(`${webKeyHash('ada')}@keys.test`);
  });
});
