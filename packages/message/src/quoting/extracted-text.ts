import type { TextLine } from '../html/html-line.js';
import type { HtmlText } from '../html/read-html.js';
import { announcementAt, type Announcement } from './history.js';
import { withoutSignature } from './signature.js';
import { isBlank, readTextLines, writeLines } from './text-lines.js';

/** A text longer than this is shown as it is: nobody wrote it by hand. */
const MAX_CHARACTERS = 2 * 1024 * 1024;

/**
 * Returns what the sender wrote: the body without quoted history, signature and forwarded messages, taken from the HTML
 * if there is no plain text. A mail that is nothing else stays whole, and so do answers between quotes. Takes linear
 * time.
 *
 * @returns `plainText` itself if nothing is left out
 */
export function extractedText(plainText: string, html: HtmlText | null): string {
  if (plainText.length > MAX_CHARACTERS) return plainText;
  const isPlain = /\S/.test(plainText);
  const lines = isPlain ? readTextLines(plainText) : (html?.lines ?? []);
  const own = ownLines(lines);
  const hasOwn = own.some((line) => !isBlank(line));
  if (isPlain && (!hasOwn || own.length === lines.length)) return plainText;
  return writeLines(hasOwn ? own : lines);
}

function ownLines(lines: readonly TextLine[]): readonly TextLine[] {
  const { body, quotes } = withoutOlderMessage(lines.filter(({ mark }) => mark !== 'signature'));
  const text = withoutSignature(body);
  return withoutSignature(withoutQuotes(text, quotes));
}

type Quote = { readonly from: number; readonly to: number; readonly isAnnounced: boolean };

/** Returns the lines before the older message below them, and where some of them are quoted. */
function withoutOlderMessage(lines: readonly TextLine[]): { body: readonly TextLine[]; quotes: readonly Quote[] } {
  const quotes: Quote[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || isBlank(line)) continue;
    if (line.depth > 0) {
      const to = endOfQuote(lines, i);
      quotes.push({ from: i, to, isAnnounced: false });
      i = to - 1;
      continue;
    }
    const announced = announcementAt(lines, i);
    if (announced === null) continue;
    const start = nextText(lines, announced.to);
    const isQuoted = announced.to > announced.from && (lines[start]?.depth ?? 0) > 0;
    if (isQuoted) {
      const to = endOfQuote(lines, start);
      quotes.push({ from: i, to, isAnnounced: true });
      i = to - 1;
    } else if (announced.kind === 'message') return { body: lines.slice(0, i), quotes };
    else i = lastOf(announced, i);
  }
  return { body: lines, quotes };
}

/** An announcement of nothing is text; the lines it covered are not examined again. */
function lastOf({ to }: Announcement, at: number): number {
  return Math.max(at, to - 1);
}

/**
 * One announced block is history, wherever it is, and so is a quote at the end. If there are several with text between
 * them, or one that was chosen without being announced, the text answers them, and the quotes stay.
 */
function withoutQuotes(lines: readonly TextLine[], quotes: readonly Quote[]): readonly TextLine[] {
  const last = quotes.at(-1);
  if (last === undefined) return lines;
  const isTrailing = !hasOwnText(lines, last.to, lines.length);
  const before = isTrailing ? quotes.slice(0, -1) : quotes;
  const [first, ...more] = before;
  const end = isTrailing ? last.from : lines.length;
  if (first === undefined) return lines.slice(0, end);
  if (more.length === 0 && first.isAnnounced && !(isTrailing && !last.isAnnounced)) {
    return [...lines.slice(0, first.from), ...lines.slice(first.to, end)];
  }
  // A quote after the last answer belongs to what is answered bit by bit, but has no answer of its own.
  return lines.slice(0, end);
}

function hasOwnText(lines: readonly TextLine[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isBlank(lines[i])) return true;
  return false;
}

/** Returns the index after the last quoted line; blank lines between quoted ones count as quoted. */
function endOfQuote(lines: readonly TextLine[], from: number): number {
  let end = from;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || (line.depth === 0 && !isBlank(line))) break;
    if (line.depth > 0) end = i + 1;
  }
  return end;
}

function nextText(lines: readonly TextLine[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}
