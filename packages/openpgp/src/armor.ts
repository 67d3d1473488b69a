type ArmorType = 'MESSAGE' | 'SIGNATURE' | 'PUBLIC KEY BLOCK' | 'PRIVATE KEY BLOCK';

const LINE_CHARACTERS = 64;
/** The header lines of a block, `Version:` and the like, are longer in no program's output. */
const MAX_HEADER_CHARACTERS = 4_096;

/**
 * The first bytes, `maxBytes` at most, of the first block of that type (RFC 9580 §6.2); null where there is none. What is not
 * base64 ends the block; checksums are left to whoever decrypts.
 */
export function dearmored(text: string, type: ArmorType, maxBytes: number): Buffer | null {
  const begin = `-----BEGIN PGP ${type}-----`;
  const at = text.indexOf(begin);
  if (at === -1) return null;
  const start = at + begin.length;
  const block = text.slice(start, start + MAX_HEADER_CHARACTERS + Math.ceil(maxBytes * 1.5) + 8);
  const blank = /\r?\n[ \t]*\r?\n/.exec(block.slice(0, MAX_HEADER_CHARACTERS));
  // Some gateways remove the blank line; a header has a colon, which base64 has not.
  const body = blank ? block.slice(blank.index + blank[0].length) : block.replace(/^\s+/, '');
  const end = body.search(/[^A-Za-z0-9+/\s]/);
  const base64 = (end === -1 ? body : body.slice(0, end)).replace(/\s+/g, '');
  const bytes = Buffer.from(base64, 'base64').subarray(0, maxBytes);
  return bytes.length === 0 ? null : bytes;
}

/**
 * A block without header lines. RFC 9580 §6.1 advises against the checksum; but where base64 has no padding, GnuPG finds the
 * end by nothing else, and takes the last line for content.
 */
export function armored(type: ArmorType, bytes: Uint8Array): string {
  const base64 = Buffer.from(bytes).toString('base64');
  const lines: string[] = base64.match(new RegExp(`.{1,${LINE_CHARACTERS}}`, 'g')) ?? [];
  if (bytes.length % 3 === 0) lines.push(`=${checksum(bytes).toString('base64')}`);
  return `-----BEGIN PGP ${type}-----\n\n${lines.join('\n')}\n-----END PGP ${type}-----\n`;
}

/**
 * The armored message that stands in these bytes as it is, and whether it goes to its end; null where there is none, or where a
 * transfer encoding or HTML has changed it, which it takes a MIME reader to undo.
 */
export function messageBlock(bytes: Buffer): { readonly text: string; readonly isWhole: boolean } | null {
  const start = bytes.indexOf('-----BEGIN PGP MESSAGE-----');
  if (start === -1) return null;
  const endLine = '-----END PGP MESSAGE-----';
  const at = bytes.indexOf(endLine, start);
  const text = bytes.toString('latin1', start, at === -1 ? bytes.length : at + endLine.length);
  return /[<>]|=3D|=[ \t]*\r?\n[A-Za-z0-9+/]/.test(text) ? null : { text, isWhole: at !== -1 };
}

/** What each byte does to a CRC-24 (RFC 9580 §6.1.1). */
const CRC_STEPS = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 16;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ ((crc & 0x800000) === 0 ? 0 : 0x1864cfb);
  return crc & 0xffffff;
});

function checksum(bytes: Uint8Array): Buffer {
  let crc = 0xb704ce;
  for (const byte of bytes) crc = ((crc << 8) & 0xffffff) ^ (CRC_STEPS[((crc >> 16) ^ byte) & 0xff] ?? 0);
  return Buffer.from([crc >> 16, (crc >> 8) & 0xff, crc & 0xff]);
}
