import { END, KIND, lookAt, SYLLABLE } from '../text/units.js';

const REACH = 240;
const OPENING = /[“„«「『‹‚»]/;
const CLOSING = /["”»“」』›«]/;

/**
 * Whether a position stands in a quotation that ends in the same paragraph: whoever tells of an attack quotes it. What
 * is quoted asks for less than what is said.
 */
export function isInQuotation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = text.slice(at, at + REACH);
  const end = rest.indexOf('\n');
  const behind = end === -1 ? rest : rest.slice(0, end);
  if (!CLOSING.test(behind)) return false;
  if (line.split('"').length % 2 === 0 && behind.includes('"')) return true;
  for (let i = line.length - 1; i >= 0; i--) {
    if (OPENING.test(line[i] ?? '')) return true;
    if (/[”」』›]/.test(line[i] ?? '')) return false;
  }
  return false;
}

/** What opens a quotation, and what closes it in one language or another. */
const CLOSED_BY: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”“',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '‘': '’',
  '「': '」',
  '『': '』',
};
const LONGEST = 400;
const isApostrophe = (unit: number) => unit === 0x27 || unit === 0x2019;

/** Whether a unit may stand at an end of a quotation; nearly all are none. */
export function mayQuote(unit: number): boolean {
  if (unit < 0x80) return unit === 0x22 || unit === 0x27;
  return unit === 0xab || unit === 0xbb || (unit >= 0x2018 && unit <= 0x203a) || (unit >= 0x300c && unit <= 0x300f);
}

/** What a unit opens: where to look for the next quotation, and whether one that began ends just before there. */
export type Opened = { next: number; isClosed: boolean };

/** Looks for the end of the quotation of one line that may begin at a unit; no unit is looked at for two of them. */
export function open(text: string, at: number, opened: Opened): void {
  opened.next = at + 1;
  opened.isClosed = false;
  const closing = CLOSED_BY[text.charAt(at)];
  if (closing === undefined || (text.charCodeAt(at) === 0x27 && !isOpening(text, at))) return;
  for (; opened.next < text.length; opened.next++) {
    const unit = text.charCodeAt(opened.next);
    if (unit === 10) return;
    if (!mayQuote(unit)) continue;
    if (!closing.includes(text.charAt(opened.next)) || (isApostrophe(unit) && isInWord(text, opened.next))) continue;
    opened.isClosed = opened.next - at < LONGEST;
    opened.next += 1;
    return;
  }
}

function isOpening(text: string, at: number): boolean {
  return (at === 0 || !isSaid(text.charCodeAt(at - 1))) && isInWord(text, at);
}

/** "The owner's": what would close a quotation stands in a word. */
function isInWord(text: string, at: number): boolean {
  return at + 1 < text.length && isSaid(text.charCodeAt(at + 1));
}

/** Whether a unit is of a word or a number. */
function isSaid(unit: number): boolean {
  const kind = lookAt(unit) & KIND;
  return (kind !== 0 && kind < END && !isApostrophe(unit)) || kind === SYLLABLE;
}
