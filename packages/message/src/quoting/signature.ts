import type { TextLine } from '../html/html-line.js';
import { SENT_FROM } from './reply-words.js';
import { isBlank } from './text-lines.js';

/** How many lines below "-- " still make a signature, and how many below the "--" of senders who lost the blank. */
const MAX_LINES = { exact: 40, bare: 12 };
const MAX_SENT_FROM = 160;
const LIST_FOOTER = /^_{30,}$/;
const MAX_LIST_FOOTER_LINES = 8;

/** Returns the lines without the signature at their end; nothing after it is quoted. */
export function withoutSignature(lines: readonly TextLine[]): readonly TextLine[] {
  let end = delimitedAt(lines);
  for (let isCut = true; isCut;) {
    while (end > 0 && isBlank(lines[end - 1])) end--;
    const last = lines[end - 1];
    isCut = last !== undefined && last.depth === 0 && isSentFrom(last.text);
    if (isCut) end--;
  }
  return lines.slice(0, end);
}

/** Finds the signature's delimiter (RFC 3676 §4.3); returns the number of lines if there is none. */
function delimitedAt(lines: readonly TextLine[]): number {
  let first = Math.max(0, lines.length - MAX_LINES.exact - 1);
  for (let i = first; i < lines.length; i++) if ((lines[i]?.depth ?? 0) > 0) first = i + 1;
  for (let i = first; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) continue;
    const behind = lines.length - i - 1;
    if (line.text === '-- ' || (/^(?:--|—)$/.test(line.text.trim()) && behind <= MAX_LINES.bare)) return i;
    if (behind <= MAX_LIST_FOOTER_LINES && LIST_FOOTER.test(line.text.trim())) return i;
  }
  return lines.length;
}

function isSentFrom(text: string): boolean {
  return text.length <= MAX_SENT_FROM && SENT_FROM.test(text.trim().replace(/^[*_[(]+/, ''));
}
