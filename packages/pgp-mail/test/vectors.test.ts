import { beforeAll, describe, expect, it } from '@jest/globals';
import { openPgpVectors as vectors } from '@mailroom/testing';
import { readKey, readPrivateKey, type Key, type PrivateKey } from 'openpgp';
import { decryptMessage } from '../src/index.js';

const REFUSED = "It can't be decrypted";

let key: PrivateKey;
let certificate: Key;
beforeAll(async () => {
  key = await readPrivateKey({ binaryKey: vectors.unlockedKey });
  certificate = await readKey({ binaryKey: vectors.certificate });
});

const textOf = async (message: Uint8Array) => Buffer.from((await decryptMessage(message, [key])).bytes).toString();

describe('the samples of RFC 9580: ', () => {
  it('a message for the key is opened, in the new form and in the older one', async () => {
    expect(await textOf(vectors.forKey)).toBe('Hello, world!');
    expect(await textOf(vectors.forKeyOlderForm)).toBe('Hello World :)');
  });

  it('a message of which one bit was changed is not opened, or says the same where that only named its reader', async () => {
    for (const message of [vectors.forKey, vectors.forKeyOlderForm]) {
      const text = await textOf(message);
      // The first packet, whose length is in its second byte, wraps the session key.
      const sealed = 2 + (message[1] ?? 0);
      for (let at = 3; at < message.length; at += 7) {
        const changed = Buffer.from(message);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        const read = await textOf(changed).catch((error: Error) => error.message);
        expect(read.startsWith(REFUSED) || (at < sealed && read === text)).toBe(true);
      }
    }
  });

  it('a message that lost its end is not opened', async () => {
    for (let length = 1; length < vectors.forKey.length; length += 11)
      await expect(decryptMessage(vectors.forKey.subarray(0, length), [key])).rejects.toThrow(REFUSED);
  });

  it.each(Object.entries(vectors.forPassphrase))(
    'a message for a passphrase is not opened by a key: %s',
    async (_, message) => {
      await expect(decryptMessage(message, [key])).rejects.toThrow(REFUSED);
    },
  );

  it('a message that is only signed is not taken for an encrypted one', async () => {
    await expect(decryptMessage(vectors.signedInside, [key], { signers: [certificate] })).rejects.toThrow(REFUSED);
  });
});
