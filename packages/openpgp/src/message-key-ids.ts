import { dearmored } from './armor.js';
import { packetsOf } from './packets.js';

/** A session key for an RSA key of 4096 bits takes 530 bytes: this holds that of a hundred readers. */
export const MESSAGE_HEAD_BYTES = 64 * 1024;
const MAX_PACKETS = 200;
/** One for an RSA key of 4096 bits takes 530. */
export const MAX_ENVELOPE_BYTES = 2_048;
/** Further readers of a message are not told. */
const MAX_KEY_IDS = 100;

const SESSION_KEY = 1;
const SYMMETRIC_SESSION_KEY = 3;
const MARKER = 10;
const PADDING = 21;
/** They may stand before the ciphertext; the first other packet is the ciphertext, or no message. */
const BEFORE_CIPHERTEXT = new Set([SESSION_KEY, SYMMETRIC_SESSION_KEY, MARKER, PADDING]);

const WHOLE_ARMOR =
  /^-----BEGIN PGP MESSAGE-----\r?\n(?:[A-Za-z]+: [\x20-\x7e]{0,200}\r?\n){0,10}[ \t]*\r?\n([A-Za-z0-9+/=\r\n]+)-----END PGP MESSAGE-----$/;

/** A hidden reader, whose id is all zeros, may be anyone (RFC 9580 §5.1.1). */
const HIDDEN = '0'.repeat(16);

/**
 * The ids of the keys to which a message is encrypted, each 16 hexadecimal digits in lower case, in its order. The packets are
 * not verified: whoever wrote the message may claim any key.
 * @param bytes the beginning of the message, armored or not
 */
export function messageKeyIds(bytes: Uint8Array): string[] {
  const found = new Set<string>();
  for (const { keyId } of sessionKeysOf(bytes)) {
    if (keyId !== HIDDEN) found.add(keyId);
    if (found.size >= MAX_KEY_IDS) break;
  }
  return [...found];
}

const SEALED_DATA = 18;

/**
 * Whether this is one armored message alone, for one reader at least, whose ciphertext has protection of its integrity.
 * Whoever decrypts it may find noise.
 */
export function isEncryptedMessage(text: string): boolean {
  const [, base64 = ''] = WHOLE_ARMOR.exec(text.trim()) ?? [];
  const head = Buffer.from(base64.slice(0, MESSAGE_HEAD_BYTES * 2).replace(/\s+/g, ''), 'base64');
  let readers = 0;
  for (const { tag } of packetsOf(head, MAX_PACKETS)) {
    if (tag === SESSION_KEY) readers += 1;
    else if (!BEFORE_CIPHERTEXT.has(tag)) return readers > 0 && tag === SEALED_DATA;
  }
  return false;
}

/** The first packet of a message that wraps its session key for one of these keys; null where there is none. */
export function envelopeFor(bytes: Uint8Array, keyIds: readonly string[]): Buffer | null {
  for (const { keyId, packet } of sessionKeysOf(bytes)) if (packet && keyIds.includes(keyId)) return packet;
  return null;
}

/** The key for which one packet wraps a session key; null for what is no such packet, or more than one, or hides its reader. */
export function envelopeKeyId(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_ENVELOPE_BYTES || ((bytes[0] ?? 0) & 0x80) === 0) return null;
  const [first] = sessionKeysOf(bytes);
  return first?.packet?.length === bytes.length && first.keyId !== HIDDEN ? first.keyId : null;
}

/** @returns packets that wrap the session key; `packet` is null of one that is cut off */
function* sessionKeysOf(bytes: Uint8Array): Generator<{ readonly keyId: string; readonly packet: Buffer | null }> {
  const head = binaryHead(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  for (const { tag, start, bodyStart, end, isWhole } of packetsOf(head, MAX_PACKETS)) {
    if (!BEFORE_CIPHERTEXT.has(tag)) return;
    const keyId = tag === SESSION_KEY ? keyIdOf(head.subarray(bodyStart, end)) : null;
    if (keyId !== null) yield { keyId, packet: isWhole ? head.subarray(start, end) : null };
  }
}

/** A packet has its highest bit set, which no character of an armor has. */
function binaryHead(bytes: Buffer): Buffer {
  if (((bytes[0] ?? 0) & 0x80) !== 0) return bytes.subarray(0, MESSAGE_HEAD_BYTES);
  return dearmored(bytes.toString('latin1'), 'MESSAGE', MESSAGE_HEAD_BYTES) ?? Buffer.alloc(0);
}

/** Version 3 names the key id, version 6 the key's version and fingerprint (RFC 9580 §5.1). */
function keyIdOf(body: Buffer): string | null {
  if (body[0] === 3) return body.length < 9 ? null : body.toString('hex', 1, 9);
  if (body[0] !== 6) return null;
  const keyVersion = body[2];
  const fingerprint = body.subarray(3, 2 + (body[1] ?? 0));
  if (keyVersion === 4 && fingerprint.length === 20) return fingerprint.toString('hex', 12);
  return keyVersion === 6 && fingerprint.length === 32 ? fingerprint.toString('hex', 0, 8) : null;
}
