import { createCipheriv, createHash, randomBytes } from 'node:crypto';

export const SESSION_KEY_BYTES = 32;
const BLOCK_BYTES = 16;
const LITERAL = 11;
const ENCRYPTED = 18;
/** The header of the packet of 20 bytes that ends the plain text (RFC 9580 §5.13.1). */
const DIGEST_HEADER = Buffer.from([0xd3, 0x14]);

/**
 * The bytes as a literal in an encrypted and integrity protected packet of version 1 with AES-256, which every program
 * reads. It is written here, since the library takes ten times as long for what Node's ciphers do. Nothing is compressed:
 * it would take time, and sizes would tell of words.
 */
export function encryptedPacket(content: Uint8Array, sessionKey: Uint8Array): Buffer {
  const random = randomBytes(BLOCK_BYTES);
  // The last two bytes stand twice, by which readers notice a wrong key.
  const prefix = Buffer.concat([random, random.subarray(-2)]);
  // Binary, without a name, without a date: those would be in the clear for nobody, and say nothing.
  const described = Buffer.from([0x62, 0, 0, 0, 0, 0]);
  const literal = [headerOf(LITERAL, described.length + content.length), described, content];
  const digest = createHash('sha1').update(prefix);
  for (const part of literal) digest.update(part);
  digest.update(DIGEST_HEADER);
  const cipher = createCipheriv('aes-256-cfb', sessionKey, Buffer.alloc(BLOCK_BYTES));
  const plain = [prefix, ...literal, DIGEST_HEADER, digest.digest()];
  const sealed = [...plain.map((part) => cipher.update(part)), cipher.final()];
  const version = Buffer.from([1]);
  const size = sealed.reduce((sum, { length }) => sum + length, version.length);
  return Buffer.concat([headerOf(ENCRYPTED, size), version, ...sealed]);
}

/** The length always takes four bytes (RFC 9580 §4.2.1.3). */
function headerOf(tag: number, length: number): Buffer {
  const header = Buffer.alloc(6);
  header[0] = 0xc0 | tag;
  header[1] = 0xff;
  header.writeUInt32BE(length, 2);
  return header;
}
