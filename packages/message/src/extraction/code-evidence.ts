import type { Place } from '../text/lexicon.js';
import { clauseEndsIn, firstBehind } from '../text/places.js';
import { AROUND, CODE, codeWords, NAMED, NUMBER, OFFER, OTHER, PASSWORD, PURPOSE } from './code-words.js';

/** What the words of a text say about numbers near them, by their places. */
export type Evidence = {
  /** Words that name a one-time code: "verification code", or a code word with its purpose near it. */
  readonly naming: readonly Place[];
  /** Words for a code of any kind. */
  readonly code: readonly Place[];
  readonly purpose: readonly Place[];
  readonly around: readonly Place[];
  /** Words that name another kind of number or code, as "postal" does to "code" beside it. */
  readonly other: readonly Place[];
  readonly offer: readonly Place[];
};

/** How far a code word may stand from the word that says what it is for. */
const PAIR = 40;
/** A small word between two, as in "code de réduction". */
const LINK = /^[\p{L}\s'’-]{0,5}$/u;

/** Reads the words in a part of the text. */
export function evidenceIn(text: string, from = 0, to = text.length): Evidence {
  const places = codeWords().find(text, from, to);
  const are = (bit: number) => places.filter(({ is }) => (is & bit) !== 0);
  const [purpose, offers] = [are(PURPOSE), are(OFFER)];
  const others = are(OTHER).filter((place) => namesWhatFollows(text, place));
  const naming: Place[] = [];
  const code: Place[] = [];
  const other = [...others];
  for (const place of are(NUMBER)) (hasPurpose(text, place, purpose, 3) ? naming : other).push(place);
  for (const place of are(CODE | NAMED)) {
    const isSpoiled = isBeside(text, place, others) || isBeside(text, place, offers);
    if (isSpoiled && (place.is & NAMED) === 0) other.push(place);
    else if ((place.is & NAMED) !== 0) naming.push(place);
    else if ((place.is & PASSWORD) === 0 && hasPurpose(text, place, purpose)) naming.push(place);
    else code.push(place);
  }
  return { naming: inOrder(naming), code, purpose, around: are(AROUND), other: inOrder(other), offer: offers };
}

/** "250 dollars: 4711" names the 250; and "no", "an" and the like are numbers' names only before a number. */
function namesWhatFollows(text: string, { at, end }: Place): boolean {
  if (
    /\d[\d.,\u066c]*[ \u00a0]?$/.test(text.slice(Math.max(0, at - 12), at)) &&
    !/^\s?\d/.test(text.slice(end, end + 2))
  )
    return false;
  return (
    end - at > 2 ||
    !/^[a-z]+$/i.test(text.slice(at, end)) ||
    /^[.:°]{0,2}\s?[\p{Lu}#-]{0,6}\d/u.test(text.slice(end, end + 12))
  );
}

const inOrder = (places: Place[]) => places.sort((a, b) => a.at - b.at);

/** Whether another word stands directly before or behind, and so says what the code is for. */
function isBeside(text: string, word: Place, others: readonly Place[]): boolean {
  const next = firstBehind(others, word.at);
  const before = others[next - 1];
  const isBefore = before !== undefined && word.at - before.end <= 3 && isLink(text, before.end, word.at);
  if (isBefore) return true;
  const behind = others.slice(next, next + 2).find(({ at }) => at >= word.end - 1);
  return behind !== undefined && behind.at - word.end <= 5 && isLink(text, word.end, behind.at);
}

function isLink(text: string, from: number, to: number): boolean {
  return to <= from || LINK.test(text.slice(from, to));
}

function hasPurpose(text: string, { at, end }: Place, purposes: readonly Place[], reach = PAIR): boolean {
  const next = firstBehind(purposes, at);
  return [purposes[next - 1], purposes[next], purposes[next + 1]].some((purpose) => {
    if (purpose === undefined) return false;
    if (purpose.at < at) return at - purpose.end <= reach && !clauseEndsIn(text, purpose.end, at);
    return purpose.at - end <= reach && !clauseEndsIn(text, end, purpose.at);
  });
}
