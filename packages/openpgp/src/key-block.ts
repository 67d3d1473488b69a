import { dearmored } from './armor.js';
import { KeyRefusal } from './key-refusal.js';
import { packetsOf } from './packets.js';

/** Larger keys hold photographs and what hundreds of others signed, none of which is needed here. */
export const MAX_KEY_CHARACTERS = 64 * 1024;
const MAX_PACKETS = 100;

export const packetTags = {
  signature: 2,
  secretKey: 5,
  publicKey: 6,
  secretSubkey: 7,
  userId: 13,
  publicSubkey: 14,
  userAttribute: 17,
  padding: 21,
} as const;

const LIMITS = new Map<number, { readonly max: number; readonly what: string }>([
  // Each costs up to some milliseconds of arithmetic.
  [packetTags.signature, { max: 40, what: 'signatures' }],
  [packetTags.userId, { max: 10, what: 'user ids' }],
  [packetTags.publicSubkey, { max: 10, what: 'subkeys' }],
  [packetTags.secretSubkey, { max: 10, what: 'subkeys' }],
]);
const SECRET = new Set<number>([packetTags.secretKey, packetTags.secretSubkey]);
const PUBLIC = new Set<number>([packetTags.publicKey, packetTags.publicSubkey]);
const BESIDE = new Set<number>([packetTags.signature, packetTags.userId, packetTags.userAttribute, packetTags.padding]);

/**
 * The packets of one armored key, counted before anything of them is parsed. @throws KeyRefusal
 */
export function readKeyBlock(text: string, kind: 'public' | 'private'): Buffer {
  if (text.length > MAX_KEY_CHARACTERS) throw new KeyRefusal(`must be at most ${MAX_KEY_CHARACTERS} characters`);
  const type = kind === 'public' ? 'PUBLIC KEY BLOCK' : 'PRIVATE KEY BLOCK';
  const bytes = dearmored(text, type, MAX_KEY_CHARACTERS);
  if (kind === 'public' && text.includes('-----BEGIN PGP PRIVATE KEY')) throw secretPart();
  if (bytes === null) throw new KeyRefusal(`must be an armored key, which begins with -----BEGIN PGP ${type}-----`);
  requirePackets(bytes, kind);
  return bytes;
}

function requirePackets(bytes: Buffer, kind: 'public' | 'private'): void {
  const counts = new Map<number, number>();
  let read = 0;
  for (const { tag, end, isWhole } of packetsOf(bytes, MAX_PACKETS)) {
    const count = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, count);
    const limit = LIMITS.get(tag);
    if (limit && count > limit.max)
      throw new KeyRefusal(`has more than ${limit.max} ${limit.what}: export it without those of others`);
    requireKnown(tag, kind, read === 0);
    if (!isWhole) break;
    read = end;
  }
  if (read !== bytes.length) throw new KeyRefusal('can not be read, or has too many packets');
}

function requireKnown(tag: number, kind: 'public' | 'private', isFirst: boolean): void {
  if (kind === 'public' && SECRET.has(tag)) throw secretPart();
  const isPrimary = tag === packetTags.publicKey || tag === packetTags.secretKey;
  if (isFirst !== isPrimary) throw new KeyRefusal('must be exactly one key');
  const known = BESIDE.has(tag) || (kind === 'public' ? PUBLIC : SECRET).has(tag);
  if (!known) throw new KeyRefusal(`holds a packet of type ${tag}, which is no part of such a key`);
}

function secretPart(): KeyRefusal {
  return new KeyRefusal('holds a secret part, which must never leave your machine: send the public part alone');
}
