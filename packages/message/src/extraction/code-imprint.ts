import type { Place } from '../text/lexicon.js';
import type { Candidate } from './code-candidates.js';

/** A stretch of the text that says who sent it, with the numbers of its registers, telephones and streets. */
export type Imprint = { readonly from: number; readonly to: number };

/** How far a line is looked at around a number. */
const REACH = 160;
/** A line of this length may go on in the next one, where a program has wrapped it. */
const WRAPPED = 56;
/** One such sign may stand beside a code, as a telephone does. */
const ENOUGH = 2;
const MAX_SIGNS = 12;
/** No mail begins with its imprint. */
const LEAST_ABOVE = 4;

/**
 * What stands in imprints of all countries: long numbers in groups, signs of copyright and of numbers, a register's
 * name in capitals, and a house or a town with its number between commas.
 */
const SIGNS =
  /[+(*]?\d[\d\u00a0 .()/·-]{5,24}\d|[©®№§〒☎]|(?<![\p{L}\p{N}])\p{Lu}{2,8}[ :.#°º-]{0,3}\d{3,12}|\p{L}{2}\.? (?:\d{1,4}[A-Za-z]?(?:[-/]\d{1,4})?),(?!\d)|,\s\d{1,6}\s\p{L}{2}|,\s(?:\p{Lu}{1,3}[ -])?\d{3,6}\s?\p{Lu}|[|·•]\s|第\d|\d号/gu;
const DATE = /^\d{1,2}[./ -]\d{1,2}[./ -]\d{2,4}(?!\d)|^\d{4}[./-]\d{1,2}[./-]\d{1,2}(?!\d)/;

/** The imprints around the candidates, in order. */
export function imprintsIn(text: string, candidates: readonly Candidate[]): Imprint[] {
  const imprints: Imprint[] = [];
  let last: Imprint | undefined;
  for (const candidate of candidates) {
    if (last !== undefined && candidate.end <= last.to) continue;
    const line = lineAround(text, candidate);
    if (line.from < LEAST_ABOVE || signsIn(text, line, candidate) < ENOUGH) continue;
    last = line;
    imprints.push(line);
  }
  return imprints;
}

export function isImprinted(candidate: Candidate, imprints: readonly Imprint[]): boolean {
  return imprints.some(({ from, to }) => candidate.at >= from && candidate.end <= to);
}

/** The places that stand in no imprint; both are in their order. */
export function outside(places: readonly Place[], imprints: readonly Imprint[]): readonly Place[] {
  if (imprints.length === 0) return places;
  let next = 0;
  return places.filter(({ at }) => {
    while (next < imprints.length && (imprints[next]?.to ?? 0) <= at) next += 1;
    return at < (imprints[next]?.from ?? Infinity);
  });
}

function lineAround(text: string, { at, end }: Candidate): Imprint {
  const least = Math.max(0, at - REACH);
  const most = Math.min(text.length, end + REACH);
  let from = startOfLine(text, at, least);
  let to = endOfLine(text, end, most);
  if (from > least) {
    const above = startOfLine(text, from - 1, least);
    if (from - 1 - above >= WRAPPED) from = above;
  }
  if (to - from >= WRAPPED && to < most) to = endOfLine(text, to + 1, most);
  return { from, to };
}

function startOfLine(text: string, at: number, least: number): number {
  return least + text.slice(least, at).lastIndexOf('\n') + 1;
}

function endOfLine(text: string, at: number, most: number): number {
  const stop = text.slice(at, most).indexOf('\n');
  return stop === -1 ? most : at + stop;
}

function signsIn(text: string, { from, to }: Imprint, { at, end }: Candidate): number {
  let signs = 0;
  for (const { 0: sign, index } of text.slice(from, to).matchAll(SIGNS)) {
    const isOther = from + index >= end || from + index + sign.length <= at || /^[,\p{L}]/u.test(sign);
    if (isOther && isSign(sign)) signs += 1;
    if (signs >= MAX_SIGNS) break;
  }
  return signs;
}

/** Dates are written in mails of all kinds, and shorter numbers, too. */
function isSign(sign: string): boolean {
  if (!/^[+(*\d]/.test(sign)) return true;
  return sign.replace(/\D/g, '').length >= 7 && !DATE.test(sign);
}
