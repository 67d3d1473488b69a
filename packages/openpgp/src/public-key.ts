import type { AlgorithmInfo, Key, PublicKey as LibraryKey } from 'openpgp';
import { armored } from './armor.js';
import { readKeyBlock } from './key-block.js';
import { KeyRefusal } from './key-refusal.js';

/** A key that others may encrypt to. */
export type PublicKey = {
  /** 40 hexadecimal digits in lower case, or 64 of a version 6 key. */
  readonly fingerprint: string;
  /** Of its parts, 16 hexadecimal digits each: a message names one of them. */
  readonly keyIds: readonly string[];
  readonly bytes: Buffer;
};

/** The arithmetic of larger keys takes longer than a caller is worth. */
const MAX_RSA_BITS = 4_096;
const MAX_EXPONENT_BYTES = 4;

/**
 * Reads a key and leaves out what others signed. @param isOwn says of an email address whether the key may name it; user ids
 * of other addresses are left out. Without it they all stay. @throws KeyRefusal
 */
export async function readPublicKey(text: string, isOwn?: (address: string) => boolean): Promise<PublicKey> {
  const binaryKey = readKeyBlock(text, 'public');
  const { readKey } = await import('openpgp');
  const key = await readKey({ binaryKey }).catch(unreadable);
  if (key.isPrivate()) throw new KeyRefusal('holds a secret part: send the public part alone');
  requireModest(key);
  keepOwn(key, isOwn);
  await key.getEncryptionKey().catch(() => {
    throw new KeyRefusal('can not be encrypted to: it has expired, was revoked, or lacks a part for that');
  });
  return {
    fingerprint: key.getFingerprint(),
    keyIds: keyIdsOf(key),
    bytes: Buffer.from(key.write() as Uint8Array),
  };
}

export function armoredPublicKey(bytes: Uint8Array): string {
  return armored('PUBLIC KEY BLOCK', bytes);
}

export function keyIdsOf(key: Key): string[] {
  return [...new Set(key.getKeys().map((part) => part.getKeyID().toHex()))];
}

export function unreadable(): never {
  throw new KeyRefusal('can not be read');
}

/** Whatever names an address that it may not, or an image, was a claim of its owner about others. */
function keepOwn(key: LibraryKey, isOwn?: (address: string) => boolean): void {
  key.users = key.users.filter((user) => {
    user.otherCertifications = [];
    if (user.userID === null) return false;
    return isOwn === undefined || isOwn(user.userID.email);
  });
  if (key.users.length === 0 && isOwn !== undefined)
    throw new KeyRefusal('must have a user id with the address of the mailbox');
}

/** This comes before anything of a stranger's key is verified. @throws KeyRefusal */
export function requireModest(key: Key): void {
  for (const { keyPacket } of key.getKeys()) {
    const { algorithm, bits }: AlgorithmInfo = keyPacket.getAlgorithmInfo();
    // Its writer chooses how long each of its numbers is, and the library would not encrypt to such a key in the end.
    if (algorithm === 'dsa') throw new KeyRefusal('must have no part of DSA, which is not trusted any more');
    const { e } = keyPacket.publicParams as { readonly e?: unknown };
    const isModest = (bits ?? 0) <= MAX_RSA_BITS && !(e instanceof Uint8Array && e.length > MAX_EXPONENT_BYTES);
    if (!isModest) throw new KeyRefusal(`must be of at most ${MAX_RSA_BITS} bits, with a usual exponent`);
  }
}
