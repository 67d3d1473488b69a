import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import libmime from 'libmime';

const MAX_NAME_CHARACTERS = 40;

// iconv-lite lacks it, but Node's own decoder has it.
const ISO_2022_JP = /^iso-2022-jp/i;

/**
 * Reads text in the charset that its sender declares. If there is none, or if it is ASCII but the bytes are not, the
 * text is UTF-8 if that is valid, or else windows-1252; an unknown charset is treated in the same way.
 */
export function decodeCharset(bytes: Buffer, charset: string | undefined): string {
  const name = charset === undefined ? '' : charset.slice(0, MAX_NAME_CHARACTERS).toLowerCase().trim();
  switch (name) {
    case 'utf-8':
    case 'utf8':
      return withoutByteOrderMark(bytes.toString('utf8'));
    case '':
    case 'us-ascii':
    case 'ascii':
      return guessed(bytes);
    default:
      return decodeNamed(bytes, name);
  }
}

function decodeNamed(bytes: Buffer, name: string): string {
  const charset = libmime.normalizeCharset(name);
  try {
    if (ISO_2022_JP.test(charset)) return new TextDecoder('iso-2022-jp').decode(bytes);
    return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : guessed(bytes);
  } catch {
    return guessed(bytes);
  }
}

function guessed(bytes: Buffer): string {
  return isUtf8(bytes) ? withoutByteOrderMark(bytes.toString('utf8')) : iconv.decode(bytes, 'windows-1252');
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
