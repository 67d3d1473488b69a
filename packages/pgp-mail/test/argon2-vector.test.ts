import { expect, it } from '@jest/globals';
import { openPgpVectors as vectors } from '@mailroom/testing';
import { readPrivateKey } from 'openpgp';
import { decryptMessage, openOwnKey } from '../src/index.js';

/** Argon2 takes some seconds of processor time and two gigabytes for each passphrase, as it is meant to. */
const MOST_MS = 300_000;

it(
  'the key of RFC 9580 that Argon2 locks is opened by its passphrase alone',
  async () => {
    const key = await readPrivateKey({ binaryKey: vectors.unlockedKey });
    const locked = (await readPrivateKey({ binaryKey: vectors.lockedKey })).armor();
    const opened = await openOwnKey(locked, vectors.lockedBy);
    expect(opened.getFingerprint()).toBe(vectors.fingerprint);
    expect(Buffer.from((await decryptMessage(vectors.forKey, [opened])).bytes).toString()).toBe('Hello, world!');
    await expect(openOwnKey(locked, 'correct horse battery')).rejects.toThrow();
    await expect(openOwnKey(key.armor(), vectors.lockedBy)).rejects.toThrow('not locked');
  },
  MOST_MS,
);
