import { createHash } from 'node:crypto';

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';

/** The name under which the Web Key Directory has a local part: z-base-32 of its SHA-1, 32 characters. */
export function webKeyHash(localPart: string): string {
  // Only ASCII letters change their case there.
  const lower = localPart.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const digest = createHash('sha1').update(lower).digest();
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of digest) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
