import { armoredPublicKey, readPublicKey, requireModest, type PublicKey } from './public-key.js';
import { packetTags, readKeyBlock } from './key-block.js';
import { KeyRefusal } from './key-refusal.js';
import { packetsOf } from './packets.js';

/** What is published for one address. */
export type PublishedKeys = {
  /** The one to encrypt to; null if there is none. */
  readonly usable: PublicKey | null;
  /** The fingerprints of those that their owner has revoked. */
  readonly revoked: readonly string[];
};

/** The draft of the Web Key Directory allows revoked and expired keys beside the one that counts; each costs some milliseconds. */
const MAX_KEYS = 5;
const MAX_PACKETS = 300;

/**
 * Reads what a directory answered, which is one key or more. Of several that can be used, the newest counts.
 * @param isOwn whether a user id with this address names the one that is looked for @throws KeyRefusal if all are refused
 */
export async function readPublishedKeys(bytes: Buffer, isOwn: (address: string) => boolean): Promise<PublishedKeys> {
  const usable: { readonly key: PublicKey; readonly createdAt: number }[] = [];
  const revoked: string[] = [];
  let refusal: KeyRefusal | null = null;
  for (const part of keysIn(bytes)) {
    try {
      usable.push({ key: await readPublicKey(armoredPublicKey(part), isOwn), createdAt: createdAt(part) });
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error;
      refusal ??= error;
      const fingerprint = await revokedFingerprint(part);
      if (fingerprint !== null) revoked.push(fingerprint);
    }
  }
  if (usable.length + revoked.length === 0) throw refusal ?? new KeyRefusal('can not be read');
  const [newest] = usable.sort((a, b) => b.createdAt - a.createdAt);
  return { usable: newest?.key ?? null, revoked };
}

/** The bytes of each key: a sequence of packets that begins with its primary one. */
function keysIn(bytes: Buffer): Buffer[] {
  const starts: number[] = [];
  for (const { tag, start } of packetsOf(bytes, MAX_PACKETS)) if (tag === packetTags.publicKey) starts.push(start);
  if (starts.length > MAX_KEYS) throw new KeyRefusal(`must be at most ${MAX_KEYS} keys`);
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

/** Null if its owner did not revoke it, and says so with the key itself. */
async function revokedFingerprint(part: Buffer): Promise<string | null> {
  try {
    const { readKey } = await import('openpgp');
    const key = await readKey({ binaryKey: readKeyBlock(armoredPublicKey(part), 'public') });
    requireModest(key);
    return (await key.isRevoked()) ? key.getFingerprint() : null;
  } catch {
    return null;
  }
}

/** In seconds since 1970, as the primary packet says (RFC 9580 §5.5.2). */
function createdAt(part: Buffer): number {
  const [primary] = packetsOf(part, 1);
  return primary && primary.end - primary.bodyStart >= 5 ? part.readUInt32BE(primary.bodyStart + 1) : 0;
}
