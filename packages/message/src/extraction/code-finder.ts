import { findHinting, findMisleading, findNaming, fold, type Place } from './code-words.js';
import type { HtmlText } from '../html/read-html.js';
import type { ExtractedCode, ExtractionInput } from './extractions.js';

const MAX_SCANNED = 64 * 1024;
const MAX_SUBJECT = 1_000;
const MAX_CODES = 20;
/** How many characters before and after a candidate we search for its name. */
const BEFORE = 120;
const AFTER = 60;
const SURE_ENOUGH = 0.6;

/**
 * Matches what looks like a code: 4 to 8 digits, in one piece, one by one or in two or three equal groups; letters and
 * digits mixed; or a letter and a dash before digits. Nothing matches that continues a number, a word, a date, a time,
 * a price or a URL.
 */
const candidates =
  /(?<![\p{L}\p{N}#$€£¥₹+&=_/@%-]|\d[.,:])(?:[A-Z]-\d{4,8}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2}[ -]\d{2}[ -]\d{2}|\d(?: \d){3,7}|\d{4,8}|[A-Z0-9]{2,5}-[A-Z0-9]{3,5}|[A-Z0-9]{5,10})(?![\p{L}\p{N}%€£$¥₹_/@=+]|[.:-]\d|,\d{2,3}(?!\d)| ?(?:EUR|USD|GBP|CHF|PLN|TRY|RUB|kr|zł|元|円|원|px|em|kg|km|MB|GB)(?![\p{L}]))/gu;

type Found = { readonly value: string; readonly at: number; readonly end: number };

export function findCodes({ subject, plainText, html }: ExtractionInput): ExtractedCode[] {
  const best = new Map<string, ExtractedCode>();
  const take = (text: string, source: ExtractedCode['source']) => {
    for (const { value, confidence } of codesOf(text)) {
      const known = best.get(value);
      if (!known || known.confidence < confidence) best.set(value, { value, confidence, source });
    }
  };
  take(subject.slice(0, MAX_SUBJECT), 'subject');
  take(plainText.slice(0, MAX_SCANNED), 'text');
  if (html) take(textOf(html).slice(0, MAX_SCANNED), 'html');
  return [...best.values()].sort((a, b) => b.confidence - a.confidence).slice(0, MAX_CODES);
}

function textOf({ lines }: HtmlText): string {
  return lines.map(({ text }) => text).join('\n');
}

function codesOf(text: string): { value: string; confidence: number }[] {
  const digits = text.replace(/[^\x00-\x7f]/g, (character) =>
    /\p{Nd}/u.test(character) ? fold(character) : character,
  );
  // Nearly all text that we read has no code in it, and much of it no digit.
  if (!/\d/.test(digits)) return [];
  const found: Found[] = [...digits.matchAll(candidates)]
    .map(({ 0: value, index }) => ({ value, at: index, end: index + value.length }))
    .filter(({ value }) => /\d/.test(value) && (/^[\d -]+$/.test(value) || /[A-Z]/.test(value)))
    .slice(0, 500);
  if (found.length === 0) return [];
  const folded = fold(digits);
  const words = {
    naming: findNaming(folded),
    hinting: findHinting(folded),
    misleading: findMisleading(folded),
  };
  const judged = found.flatMap((candidate) => {
    const confidence = confidenceOf(digits, candidate, words);
    return confidence >= SURE_ENOUGH ? { candidate, confidence, by: namedBy(candidate, words) } : [];
  });
  const owners = ownersOf(judged);
  return judged
    .filter(({ candidate, by }) => owners.get(by) === candidate || isAlone(digits, candidate))
    .map(({ candidate, confidence }) => ({ value: normalized(candidate.value), confidence }));
}

type Judged = { readonly candidate: Found; readonly confidence: number; readonly by: Place | undefined };

/**
 * A word names the number nearest to it; other numbers within its reach, such as those of a card or a telephone, remain
 * unnamed.
 */
function ownersOf(judged: readonly Judged[]): Map<Place | undefined, Found> {
  const owners = new Map<Place | undefined, Found>();
  for (const { candidate, by } of judged) {
    const owner = owners.get(by);
    if (!owner || !by || distanceOf(candidate, by) < distanceOf(owner, by)) owners.set(by, candidate);
  }
  return owners;
}

function namedBy(candidate: Found, { naming, hinting }: Words): Place | undefined {
  return closest(candidate, naming) ?? closest(candidate, hinting);
}

function isAlone(text: string, candidate: Found): boolean {
  return lineOf(text, candidate).trim() === candidate.value;
}

type Words = { readonly naming: Place[]; readonly hinting: Place[]; readonly misleading: Place[] };

const normalized = (value: string) => (/^[\d -]+$/.test(value) ? value.replace(/[ -]/g, '') : value);

function confidenceOf(text: string, candidate: Found, words: Words): number {
  const named = nearest(candidate, words.naming);
  const hinted = nearest(candidate, words.hinting);
  const misled = nearest(candidate, words.misleading);
  if (named === Infinity && hinted === Infinity) return 0;
  // The nearer word says what the number is; a word on another line says less.
  const introduced = named === Infinity ? introduction(text, candidate, words) : 0;
  if (misled < Math.min(named, hinted)) return 0;
  if (introduced === 0 && misled < 40 && misled <= named && named > 12) return 0;
  const alone = isAlone(text, candidate);
  const isDigits = /^[\d -]+$/.test(candidate.value);
  let score = named < Infinity ? 0.7 : 0.35;
  if (Math.min(named, hinted) <= 12) score += 0.15;
  if (alone) score += 0.15;
  if (/[\d-]{4}/.test(normalized(candidate.value))) score += introduced;
  if (/^\d{6}$/.test(normalized(candidate.value))) score += 0.1;
  if (isYear(candidate.value)) score -= named <= 12 || alone ? 0.2 : 0.6;
  if (!isDigits && !/^[A-Z]-/.test(candidate.value)) score -= /\d/.test(candidate.value) && alone ? 0.05 : 0.15;
  return Math.max(0, Math.min(0.99, Number(score.toFixed(2))));
}

/** The weight of a word that leads up to the candidate: `code: 4711`, or at the end of a clause `the code is 4711.` */
function introduction(text: string, { at, end }: Found, { hinting, misleading }: Words): number {
  const before = hinting.findLast((place) => place.end <= at);
  // In "promo code" or "code postal" the word beside it changes what it names.
  if (!before || misleading.some((place) => place.at <= before.end + 2 && place.end >= before.at - 4)) return 0;
  const between = text.slice(before.end, at);
  if (between.length <= 4 && !/[\p{L}\p{N}]/u.test(between)) return 0.3;
  const isClause = between.length <= 30 && !/[\n.!?;,\p{N}]/u.test(between);
  return isClause && /^\s*(?:[.!?,;:)\]"'»”」]|$)/u.test(text.slice(end, end + 3)) ? 0.25 : 0;
}

function lineOf(text: string, { at, end }: Found): string {
  const begin = text.lastIndexOf('\n', at - 1) + 1;
  const stop = text.indexOf('\n', end);
  return text.slice(begin, stop === -1 ? undefined : stop);
}

const isYear = (value: string) => /^(?:19|20)\d\d$/.test(value);

/** The number of characters between the candidate and the nearest of the words; Infinity if none is near enough. */
function nearest(candidate: Found, places: readonly Place[]): number {
  const place = closest(candidate, places);
  return place ? distanceOf(candidate, place) : Infinity;
}

function closest(candidate: Found, places: readonly Place[]): Place | undefined {
  let best: Place | undefined;
  let least = Infinity;
  for (const place of places) {
    const distance = distanceOf(candidate, place);
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** A word that follows counts for less than one that precedes. */
function distanceOf({ at, end }: Found, place: Place): number {
  if (place.end <= at && at - place.end <= BEFORE) return at - place.end;
  return place.at >= end && place.at - end <= AFTER ? place.at - end + 8 : Infinity;
}
