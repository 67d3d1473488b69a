import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import libmime from 'libmime';

const MAX_NAME_CHARACTERS = 40;

// iconv-lite lacks it, but Node's own decoder has it. The numbers are Microsoft's names for it.
const ISO_2022_JP = /^(?:cs)?iso-?2022-?jp|^cp5022[0-2]$|^jis$/i;
/** Names of ASCII (RFC 1345), as programs write them where the locale is C. */
const ASCII = /^(?:us-?ascii|ascii|ansi_x3\.4-19\d\d|iso_?646(?:-us|\.irv:1991)|iso-ir-6|cp367|646)$/;
/** What iconv-lite takes for encodings is no charset: text would come out as hexadecimal digits, or as base64. */
const NO_CHARSET = /^(?:binary|base64|hex|utf-?7-?imap)$/;
/** How far into HTML its charset stands (HTML §4.2.5.4). */
const META_WINDOW_BYTES = 1024;
const META_CHARSET = /<meta\s[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/**
 * Reads text in the charset that its sender declares. If there is none, or if it is ASCII but the bytes are not, the
 * text is UTF-8 if that is valid, or else windows-1252; an unknown charset is treated in the same way.
 */
export function decodeCharset(bytes: Buffer, charset: string | undefined): string {
  const name = nameOf(charset);
  if (name === 'utf-8' || name === 'utf8') return withoutByteOrderMark(bytes.toString('utf8'));
  return isUndeclared(name) ? guessed(bytes) : decodeNamed(bytes, name);
}

/** Reads HTML, which may say itself what the header of its part does not, as browsers and mail programs do. */
export function decodeHtml(bytes: Buffer, charset: string | undefined): string {
  if (!isUndeclared(nameOf(charset))) return decodeCharset(bytes, charset);
  const [, own] = META_CHARSET.exec(bytes.toString('latin1', 0, META_WINDOW_BYTES)) ?? [];
  // What is UTF-8 by its bytes is nothing else, unless it is seven bits wide: then it says by itself nothing at all.
  const counts = own !== undefined && (!isUtf8(bytes) || ISO_2022_JP.test(own));
  return decodeCharset(bytes, counts && !/^utf-?(?:7|8|16|32)/i.test(own) ? own : undefined);
}

/** The name without a comment behind it, as in the example of RFC 2045 §5.1: `us-ascii (Plain text)`. */
function nameOf(charset: string | undefined): string {
  const [name = ''] = (charset ?? '').slice(0, MAX_NAME_CHARACTERS).toLowerCase().split('(');
  return name.trim();
}

const isUndeclared = (name: string) => name === '' || ASCII.test(name);

function decodeNamed(bytes: Buffer, name: string): string {
  if (NO_CHARSET.test(name)) return guessed(bytes);
  const charset = libmime.normalizeCharset(name.replace(/^x-mac-/, 'mac'));
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
