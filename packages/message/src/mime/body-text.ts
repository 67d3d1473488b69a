import type { HtmlLimits, HtmlText } from '../html/read-html.js';
import { withLineFeeds } from '../text/line-feeds.js';
import { decodeCharset, decodeHtml } from './charset.js';
import { decodeFlowed } from './flowed.js';
import { storable } from './header-text.js';
import type { Part } from './part.js';
import { decodeTransferEncoding } from './transfer-encoding.js';

const SNIPPET_CHARACTERS = 200;
/** How far into a text we look for the snippet's words. */
const SNIPPET_WINDOW = 8 * 1024;
/** This is more than is shown, since padding is removed from it. */
const HTML_SNIPPET_CHARACTERS = 1_000;
/** The part of the HTML that a snippet needs. */
export const SNIPPET_HTML: HtmlLimits = { maxScanned: 256 * 1024, maxCharacters: HTML_SNIPPET_CHARACTERS };

const PGP_MESSAGE = /^-----BEGIN PGP MESSAGE-----[ \t]*$/m;

/** Whether a part belongs to the text that a reader sees at once, rather than to the attachments. */
export function isBodyText(part: Part): boolean {
  if (part.mimeType !== 'text/plain' && part.mimeType !== 'text/html') return false;
  if (part.disposition === 'attachment') return false;
  // A part with a name is a file, unless it is a rendering of the text or the whole message.
  return (
    part.filename === null ||
    part.parentType === null ||
    part.parentType === 'multipart/alternative' ||
    part.parentType === 'multipart/related'
  );
}

/** The part's text with LF line ends, decoded from transfer encoding, charset and format=flowed (RFC 3676). */
export function readText(raw: Buffer, part: Part): string {
  const bytes = decodeTransferEncoding(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding);
  const decode = part.mimeType === 'text/html' ? decodeHtml : decodeCharset;
  const decoded = storable(decode(bytes, part.parameters.get('charset')));
  const text = withLineFeeds(decoded);
  const isFlowed = part.mimeType === 'text/plain' && part.parameters.get('format')?.toLowerCase() === 'flowed';
  return isFlowed ? decodeFlowed(text, part.parameters.get('delsp')?.toLowerCase() === 'yes') : text;
}

/** Returns at most 200 characters of the text, or else of the visible HTML, on one line. */
export function snippetOf(plainText: string, html: string, readSeen: (html: string) => HtmlText): string {
  const start = plainText.search(/\S/);
  if (start !== -1) return shortened(plainText.slice(start, start + SNIPPET_WINDOW));
  return html === '' ? '' : shortened(beginningOf(readSeen(html)));
}

function beginningOf({ lines }: HtmlText): string {
  let text = '';
  for (const line of lines) {
    text += ` ${line.text.slice(0, HTML_SNIPPET_CHARACTERS)}`;
    if (text.length > HTML_SNIPPET_CHARACTERS) break;
  }
  return text;
}

/** Whether the text is, or contains, a PGP message block (RFC 9580 §6.2) that is not quoted. */
export function holdsPgpMessage(text: string): boolean {
  return text.includes('-----BEGIN PGP MESSAGE-----') && PGP_MESSAGE.test(text);
}

function shortened(text: string): string {
  // Few texts are padded, so that their beginning is nearly always enough.
  const beginning = oneLine(text.slice(0, 2 * SNIPPET_CHARACTERS));
  const line = beginning.length > SNIPPET_CHARACTERS ? beginning : oneLine(text);
  return storable(line.slice(0, SNIPPET_CHARACTERS)).trimEnd();
}

/** Besides white space this removes zero-width characters, with which senders pad the previews of their HTML. */
function oneLine(text: string): string {
  return text.replace(/(?:[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2060\ufeff\u00ad]|\u034f)+/g, ' ').trim();
}
