import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 43 characters suffice because 62^43 > 2^256; six suffice for the checksum because 62^6 > 2^32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** Three letters and an underscore, which tell the kind of a credential. */
export const PREFIX_LENGTH = 4;
const shape = new RegExp(`^[a-z]{3}_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text;
  return text;
}

/** It is computed of each credential that comes in, so that it counts in numbers, at a third of the time of `base62`. */
function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return text;
}

/**
 * The text of a new credential: the prefix of its kind (`mrm_`), 32 random bytes and a CRC-32 of both, in base62. It is
 * shown once; we store only its hash.
 */
export function createTokenText(prefix: string): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_LENGTH);
  return prefix + secret + checksum(prefix + secret);
}

/** Whether `text` can be a credential of any kind, judged by its shape and checksum without a database query. */
export function isTokenText(text: string): boolean {
  return shape.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));
}

export function hashToken(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
