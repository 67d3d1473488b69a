import { withFewMarks } from '../text/mark-runs.js';
import { unitsOf } from '../text/text-units.js';

/** The limit for one text; a compatible form can be eighteen times as long. */
export const MAX_SCANNED = 256 * 1024;
/** Unicode's tag characters spell ASCII that nobody sees. */
const TAGS = /[\u{e0020}-\u{e007e}]+/gu;
/** The first unit of each of them. */
const BEFORE_TAG = '\udb40';
const MAX_ENCODED = 5;
const MOST_ENCODED = 4_000;

/** A text of up to `MAX_SCANNED` units as a model would read it: with tag characters spelled out, and in compatible forms. */
export function readable(source: string): string {
  const text = plain(source);
  return isAscii(text) ? text : compatible(spelledOut(text));
}

export function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text);
}

function compatible(text: string): string {
  return withFewMarks(text)
    .normalize('NFKC')
    .replace(/([\u0e4d\u0ecd])[\u0e32\u0eb2]/g, (_, nikhahit: string) => (nikhahit === '\u0e4d' ? '\u0e33' : '\u0eb3'))
    .slice(0, 2 * MAX_SCANNED);
}

function spelledOut(text: string): string {
  if (!text.includes(BEFORE_TAG)) return text;
  const letterOf = (tag: string) => String.fromCharCode((tag.codePointAt(0) ?? 0xe0020) - 0xe0000);
  return text.replace(TAGS, (tags) => ` ${[...tags].map(letterOf).join('')} `);
}

const LETTERS_APART = /(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}])){2,40}/gu;
/** What all of those hold, and hardly another text: it is found faster. */
const TWO_APART = / \p{L} \p{L}(?![\p{L}\p{N}])/u;
const DIGITS_FOR_LETTERS = /(?<![A-Za-z0-9])[a-z0134570]{4,16}(?![A-Za-z0-9])/g;
const LETTER_OF: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Letters with blanks between them, and digits in the places of letters: people read them all the same. */
function plain(text: string): string {
  const joined = TWO_APART.test(text) ? text.replace(LETTERS_APART, (letters) => letters.replaceAll(' ', '')) : text;
  if (!/[a-z][0134570][a-z]/.test(joined)) return joined;
  return joined.replace(DIGITS_FOR_LETTERS, (word) => word.replace(/[0134570]/g, (digit) => LETTER_OF[digit] ?? digit));
}

/** A run that is shorter holds no text. */
const LEAST_ENCODED = 20;
const ofBase64 = Uint8Array.from({ length: 0x10000 }, (_, unit) => (unit < 128 && isBase64(unit) ? 1 : 0));

function isBase64(unit: number): boolean {
  return /[A-Za-z0-9+/]/.test(String.fromCharCode(unit));
}

/** Texts that are written in base64, so that only a machine reads them. */
export function encodedIn(text: string): string[] {
  const found: string[] = [];
  for (const { from, to } of encodedRunsIn(text)) {
    if (found.length >= MAX_ENCODED) break;
    const decoded = Buffer.from(text.slice(Math.max(from, to - MOST_ENCODED), to), 'base64').toString('utf8');
    if (!/[\ufffd\u0000-\u0008]/.test(decoded) && /[\p{L}] [\p{L}]/u.test(decoded)) found.push(decoded);
  }
  return found;
}

/** Long runs of the characters of base64; looks at few of the others. */
function encodedRunsIn(text: string): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  const units = unitsOf(text);
  for (let last = LEAST_ENCODED - 1; last < text.length; last += LEAST_ENCODED) {
    const before = last - LEAST_ENCODED;
    let at = last;
    while (at > before && ofBase64[units[at] ?? 0] === 1) at--;
    last = at;
    if (at > before) continue;
    let to = before + 1 + LEAST_ENCODED;
    while (ofBase64[units[to] ?? 0] === 1) to++;
    runs.push({ from: before + 1, to });
    last = to;
  }
  return runs;
}
