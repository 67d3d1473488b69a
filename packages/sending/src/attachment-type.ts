import { isAscii, isUtf8 } from 'node:buffer';
import { detectMimeType } from 'nodemailer/lib/mime-funcs/index.js';

const OPAQUE = 'application/octet-stream';
/** The octets of a line without its CRLF (RFC 5321 §4.5.3.1.6, RFC 5322 §2.1.1). */
const MAX_LINE_OCTETS = 998;
const LF = 10;
const CR = 13;

/** One that needs no quotes (RFC 2045 §5.1). */
const CHARSET = /^[\w.:+-]{1,40}$/;

type File = {
  readonly filename: string;
  readonly contentType: string | undefined;
  /** What the sender of a text that is passed on said of it. */
  readonly charset: string | undefined;
  readonly content: Buffer;
};

/**
 * The type under which a file goes out. A multipart is no file: its reader would look for parts and find none. And a
 * `message/…` may not be encoded (RFC 2046 §5.2.1), so one that can't travel as it stands becomes a file like any other:
 * hosts refuse or cut lines that are too long, and a bare CR would be sent as a line break, which our signature does not
 * cover.
 */
export function attachmentType({ filename, contentType, charset, content }: File): string {
  const type = contentType ?? detectMimeType(filename);
  if (/^multipart\//i.test(type)) return OPAQUE;
  if (/^message\//i.test(type) && !fitsUnencoded(content)) return OPAQUE;
  const written = /^text\//i.test(type) ? charsetOf(content, charset) : undefined;
  return written === undefined ? type : `${type}; charset=${written}`;
}

/** Without one a text is ASCII (RFC 2046 §4.1.2), and whatever else is in it is shown as its reader guesses. */
function charsetOf(content: Buffer, charset: string | undefined): string | undefined {
  if (charset !== undefined && CHARSET.test(charset) && !/^(?:us-)?ascii$/i.test(charset)) return charset;
  return !isAscii(content) && isUtf8(content) ? 'utf-8' : undefined;
}

function fitsUnencoded(content: Buffer): boolean {
  if (content.includes(0)) return false;
  for (let cr = content.indexOf(CR); cr !== -1; cr = content.indexOf(CR, cr + 1)) {
    if (content[cr + 1] !== LF) return false;
  }
  let start = 0;
  for (let lf = content.indexOf(LF); lf !== -1; lf = content.indexOf(LF, start)) {
    if (lf - start - (content[lf - 1] === CR ? 1 : 0) > MAX_LINE_OCTETS) return false;
    start = lf + 1;
  }
  return content.length - start <= MAX_LINE_OCTETS;
}
