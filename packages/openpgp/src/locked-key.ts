import type { PrivateKey } from 'openpgp';
import { armored } from './armor.js';
import { readKeyBlock } from './key-block.js';
import { KeyRefusal } from './key-refusal.js';
import { unreadable } from './public-key.js';

/** A private key that nobody can use without its passphrase. */
export type LockedKey = { readonly fingerprint: string; readonly bytes: Buffer };

type SecretPart = { readonly s2k?: { readonly type: string } | null; isDecrypted(): boolean | null };

/** How the passphrase becomes a key: those that make each guess expensive (RFC 9580 §3.7.1). */
const SLOW = new Set(['argon2', 'iterated']);

/**
 * Reads a private key whose every secret part is locked: by Argon2, as our own programs do, or by many iterations, as GnuPG
 * does. Nothing is unlocked to find that out, so how good the passphrase is can't be known. @throws KeyRefusal
 */
export async function readLockedKey(text: string): Promise<LockedKey> {
  const binaryKey = readKeyBlock(text, 'private');
  const { readPrivateKey } = await import('openpgp');
  const key = await readPrivateKey({ binaryKey }).catch(unreadable);
  for (const part of key.getKeys()) requireLocked(part.keyPacket as unknown as SecretPart);
  return { fingerprint: key.getFingerprint(), bytes: Buffer.from((key as PrivateKey).write() as Uint8Array) };
}

export function armoredLockedKey(bytes: Uint8Array): string {
  return armored('PRIVATE KEY BLOCK', bytes);
}

function requireLocked(part: SecretPart): void {
  if (part.isDecrypted() === true) throw new KeyRefusal('is not locked: lock every part by a passphrase first');
  if (part.isDecrypted() === null || !part.s2k || !SLOW.has(part.s2k.type))
    throw new KeyRefusal('must hold each of its secret parts, locked by a passphrase with Argon2 or many iterations');
}
