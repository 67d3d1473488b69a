import type { PublicKey as LibraryKey, SignaturePacket } from 'openpgp';
import { packetTags } from './key-block.js';
import { packetsOf } from './packets.js';
import { keyIdsOf } from './public-key.js';

/** What one key says of a signature: `other` means that another key made it. */
export type KeyVerdict = { readonly status: 'valid' | 'invalid' | 'other'; readonly fingerprint: string };

export type SignatureQuestion = {
  /** The bytes that were signed; text with CRLF line ends. */
  readonly content: Uint8Array;
  /** Packets, without their armor. */
  readonly signature: Uint8Array;
  /** The public keys to try, as they are kept. */
  readonly keys: readonly Uint8Array[];
  /** Says whether a user id with that address names the sender. */
  readonly isSender: (address: string) => boolean;
  readonly now: Date;
};

/** More than anybody signs a message with. */
const MAX_SIGNATURES = 4;
/** Clocks of senders are fast by that much. */
const FAST_MS = 5 * 60_000;
/** Of a document, as bytes or as text; others cover something else, or nothing at all. */
const DOCUMENT_TYPES: ReadonlySet<number | null> = new Set([0, 1]);

/**
 * Says of each key whether it made the signature, and whether that is good: over these bytes, by a hash that holds, with a key
 * that is in force now and was then, and that names the sender. Never throws for what it is given.
 */
export async function verifySignature(question: SignatureQuestion): Promise<KeyVerdict[]> {
  const packets = await signaturesOf(question.signature);
  const verdicts: KeyVerdict[] = [];
  for (const key of question.keys) verdicts.push(await verdictOf(key, packets, question));
  return verdicts;
}

/** None where it holds anything else. */
async function signaturesOf(bytes: Uint8Array): Promise<SignaturePacket[]> {
  let read = 0;
  for (const { tag, end, isWhole } of packetsOf(bytes, MAX_SIGNATURES)) {
    if (tag !== packetTags.signature || !isWhole) return [];
    read = end;
  }
  if (read !== bytes.length) return [];
  const { readSignature } = await import('openpgp');
  try {
    const { packets } = await readSignature({ binarySignature: bytes });
    return [...packets];
  } catch {
    return [];
  }
}

async function verdictOf(
  bytes: Uint8Array,
  signatures: readonly SignaturePacket[],
  question: SignatureQuestion,
): Promise<KeyVerdict> {
  const { readKey } = await import('openpgp');
  const key = await readKey({ binaryKey: bytes }).catch(() => null);
  if (!key) return { status: 'other', fingerprint: '' };
  const fingerprint = key.getFingerprint();
  const keyIds = keyIdsOf(key);
  const own = signatures.filter(({ issuerKeyID }) => keyIds.includes(issuerKeyID.toHex()));
  if (own.length === 0) return { status: 'other', fingerprint };
  for (const signature of own) if (await isGood(key, signature, question)) return { status: 'valid', fingerprint };
  return { status: 'invalid', fingerprint };
}

async function isGood(key: LibraryKey, packet: SignaturePacket, question: SignatureQuestion): Promise<boolean> {
  const { content, isSender, now } = question;
  if (!DOCUMENT_TYPES.has(packet.signatureType)) return false;
  const { createMessage, PacketList, Signature, verify } = await import('openpgp');
  try {
    const list = new PacketList<SignaturePacket>();
    list.push(packet);
    const { signatures } = await verify({
      message: await createMessage({ binary: content }),
      signature: new Signature(list),
      verificationKeys: [key],
      date: new Date(now.getTime() + FAST_MS),
    });
    await signatures[0]?.verified;
    // The library asks whether the key was in force when it signed, which is a time that the signer chose.
    await key.getSigningKey(packet.issuerKeyID, now);
    return signatures.length === 1 && (await names(key, isSender, now));
  } catch {
    return false;
  }
}

/** Whether the key says itself, in a user id that is not revoked, that it is of the sender. */
async function names(key: LibraryKey, isSender: SignatureQuestion['isSender'], now: Date): Promise<boolean> {
  for (const user of key.users) {
    const { userID } = user;
    if (!userID || !isSender(userID.email)) continue;
    const isInForce = await user.verify(now).catch(() => false);
    if (isInForce === true) return true;
  }
  return false;
}
