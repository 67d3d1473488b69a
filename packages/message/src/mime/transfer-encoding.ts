import { decodeUuencode } from './uuencode.js';

export type TransferEncoding = '7bit' | '8bit' | 'binary' | 'base64' | 'quoted-printable' | 'uuencode';

const LF = 10;
const CR = 13;
const EQUALS = 61;

/**
 * Reads a Content-Transfer-Encoding field as its sender meant it: `7-bit`, `base64; x`, `quoted printable`, `base64 (as
 * always)`. An unknown
 * encoding counts as 8bit, so that its text stays readable.
 */
export function transferEncoding(value: string | undefined): TransferEncoding {
  if (value === undefined) return '7bit';
  const [token = ''] = value.slice(0, 100).toLowerCase().split(/[;(]/);
  switch (token.replace(/[^a-z0-9]/g, '')) {
    case '':
    case '7bit':
    case '7bits':
      return '7bit';
    case 'binary':
      return 'binary';
    case 'base64':
      return 'base64';
    case 'quotedprintable':
      return 'quoted-printable';
    case 'uuencode':
    case 'xuuencode':
    case 'uue':
    case 'xuue':
      return 'uuencode';
    default:
      return '8bit';
  }
}

/** The decoded bytes; a view of `body` for 7bit, 8bit and binary. Garbage is skipped and is never an error. */
export function decodeTransferEncoding(body: Buffer, encoding: TransferEncoding): Buffer {
  switch (encoding) {
    case 'base64':
      return decodeBase64(body);
    case 'quoted-printable':
      return decodeQuotedPrintable(body);
    case 'uuencode':
      return decodeUuencode(body);
    default:
      return body;
  }
}

/** How many bytes `decodeTransferEncoding` would return, computed without decoding well-formed base64. */
export function decodedSize(body: Buffer, encoding: TransferEncoding): number {
  if (encoding === 'base64') return regularBase64Size(body) ?? decodeBase64(body).length;
  return decodeTransferEncoding(body, encoding).length;
}

function decodeBase64(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const padding = text.indexOf('=');
  // Buffer stops at the first padding, but some senders pad every line or chunk by itself.
  if (padding === -1 || !/[A-Za-z0-9+/_-]/.test(text.slice(padding))) return Buffer.from(text, 'base64');
  const out = Buffer.allocUnsafe(body.length);
  let written = 0;
  for (const [segment] of text.slice(0, endOfBase64(text, padding)).matchAll(/[^=]+/g))
    written += out.write(segment, written, 'base64');
  return out.subarray(0, written);
}

/** Where words follow the padding, as lists and scanners append them to whatever they pass on: they are none of the data. */
function endOfBase64(text: string, padding: number): number {
  const word = /[^A-Za-z0-9+/=\s]|[A-Za-z0-9+/=][ \t]+(?=[A-Za-z0-9+/=])/g;
  word.lastIndex = padding;
  const found = word.exec(text);
  return found === null ? text.length : Math.max(text.lastIndexOf('\n', found.index), padding);
}

/**
 * Computes the size from the lengths of lines alone, if all but the last are equally long: it examines a few bytes per
 * line instead of every one. Null if the lines are not regular.
 */
function regularBase64Size(body: Buffer): number | null {
  let end = body.length;
  while (end > 0 && (body[end - 1] === LF || body[end - 1] === CR)) end--;
  if (end === 0) return 0;
  const firstLf = body.indexOf(LF);
  if (firstLf === -1 || firstLf >= end) return paddedSize(body, 0, end, end);
  const eolLength = body[firstLf - 1] === CR ? 2 : 1;
  const stride = firstLf + 1;
  const width = stride - eolLength;
  if (width === 0 || width % 4 !== 0) return null;
  for (let at = firstLf; at < end; at += stride) {
    if (body[at] !== LF || body[at - eolLength] === EQUALS) return null;
    if (eolLength === 2 && body[at - 1] !== CR) return null;
  }
  const fullLines = Math.floor(end / stride);
  const lastLine = fullLines * stride;
  if (body.subarray(lastLine, end).includes(LF)) return null;
  return paddedSize(body, lastLine, end, end - fullLines * eolLength);
}

/** @param characters the number of base64 characters, with padding; the last line lies between `from` and `end` */
function paddedSize(body: Buffer, from: number, end: number, characters: number): number | null {
  const lastLine = body.subarray(from, end);
  const padding = lastLine.indexOf(EQUALS);
  if (padding === -1) return Math.floor((characters * 3) / 4);
  for (let i = padding; i < lastLine.length; i++) if (lastLine[i] !== EQUALS) return null;
  return Math.floor(((characters - (lastLine.length - padding)) * 3) / 4);
}

/** Decodes RFC 2045 §6.7. A `=` that starts no escape stays as it is. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length);
  let written = 0;
  let copied = 0;
  for (let at = body.indexOf(EQUALS); at !== -1; at = body.indexOf(EQUALS, Math.max(at + 1, copied))) {
    const high = hexValue(body[at + 1]);
    const low = high === -1 ? -1 : hexValue(body[at + 2]);
    const softBreakEnd = low === -1 ? endOfSoftBreak(body, at + 1) : -1;
    if (low === -1 && softBreakEnd === -1) continue;
    written += body.copy(out, written, copied, at);
    if (low !== -1) out[written++] = high * 16 + low;
    copied = low === -1 ? softBreakEnd : at + 3;
  }
  written += body.copy(out, written, copied);
  return out.subarray(0, written);
}

/**
 * Where the line after a soft break starts: transport may have added blanks after the `=`. -1 if it is not a soft
 * break.
 */
function endOfSoftBreak(body: Buffer, start: number): number {
  let at = start;
  while (body[at] === 32 || body[at] === 9) at++;
  if (at === body.length) return at;
  if (body[at] === CR && body[at + 1] === LF) return at + 2;
  return body[at] === LF ? at + 1 : -1;
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
