import { dearmored } from './armor.js';

/** Text that was signed as it is, for its readers to see, and the packets of its signature. */
export type Cleartext = { readonly content: Buffer; readonly signature: Buffer };

const BEGIN = '-----BEGIN PGP SIGNED MESSAGE-----';
const BEGIN_SIGNATURE = '-----BEGIN PGP SIGNATURE-----';
const END_SIGNATURE = '-----END PGP SIGNATURE-----';
/** It says nothing that is believed; any other line there would be shown and not be signed. */
const HASH_LINE = /^Hash: [A-Za-z0-9, -]{1,100}$/;
const MAX_HASH_LINES = 3;
const BASE64_LINE = /^[A-Za-z0-9+/=]{1,76}$/;
const MAX_SIGNATURE_LINES = 200;
const MAX_SIGNATURE_BYTES = 16 * 1024;

/**
 * Reads a signed text (RFC 9580 §7); null unless the block is all that there is, since what stood beside it would be shown like
 * what was signed. For the same reason the signature has no header lines. Takes time linear in its size.
 */
export function readCleartext(bytes: Buffer): Cleartext | null {
  const lines = bytes.toString('latin1').trim().split('\n').map(withoutBlanks);
  if (lines[0] !== BEGIN) return null;
  const blank = lines.indexOf('', 1);
  const hashes = lines.slice(1, Math.max(1, blank));
  if (blank === -1 || hashes.length > MAX_HASH_LINES || !hashes.every((line) => HASH_LINE.test(line))) return null;
  const end = lines.indexOf(BEGIN_SIGNATURE, blank);
  if (end === -1) return null;
  const signed = lines.slice(blank + 1, end);
  // A line that begins with a dash has another dash before it.
  if (signed.some((line) => line.startsWith('-') && !line.startsWith('- '))) return null;
  const signature = signatureOf(lines.slice(end));
  const content = signed.map((line) => (line.startsWith('- ') ? line.slice(2) : line)).join('\r\n');
  return signature && { content: Buffer.from(content, 'latin1'), signature };
}

/** The packets of a signature that stands by itself; null where there is none. */
export function readArmoredSignature(bytes: Buffer): Buffer | null {
  return dearmored(bytes.toString('latin1'), 'SIGNATURE', MAX_SIGNATURE_BYTES);
}

function signatureOf(lines: readonly string[]): Buffer | null {
  const [, blank, ...rest] = lines;
  const last = rest.pop();
  if (blank !== '' || last !== END_SIGNATURE || rest.length > MAX_SIGNATURE_LINES) return null;
  if (!rest.every((line) => BASE64_LINE.test(line))) return null;
  return readArmoredSignature(Buffer.from(lines.join('\n')));
}

/** Blanks at the end of a line are not signed; a pattern for them would take quadratic time where there are many inside. */
function withoutBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
