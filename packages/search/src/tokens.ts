import { foldText } from '@mailroom/message';

/** One word of a text with its position, as it is indexed and searched for. */
export type Token = { readonly text: string; readonly position: number };

/** Longer ones are data rather than words; both sides cut them alike. */
const MAX_CHARACTERS = 100;

/** An address, or a run of letters, digits and their marks. Neither alternative can match a text in two ways. */
const words = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}.-]{1,255}|[\p{L}\p{N}\p{M}_]+/gu;
/** The same in folded text of ASCII, as nearly all is: it takes a fraction of the time, and less still where there is no address. */
const asciiWords = /[a-z0-9._%+'-]{1,64}@[a-z0-9.-]{1,255}|[a-z0-9_]+/g;
const plainWords = /[a-z0-9_]+/g;
const notAscii = /[^\0-\x7f]/;

/** Scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー\p{M}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/**
 * Tells the words of a text for the index until `take` returns false: folded, addresses whole and in parts, scripts without
 * spaces as single characters and as overlapping pairs. Consecutive words have consecutive positions.
 */
export function tellTokens(text: string, take: (word: string, position: number) => boolean): void {
  const folded = foldText(text);
  let position = 0;
  // Most texts hold no such script, and need not be asked for it word by word.
  const isMixed = notAscii.test(folded) && unspaced.test(folded);
  for (const word of wordsIn(folded)) {
    const isAddress = word.includes('@');
    if (isAddress && !take(cut(trimmed(word)), position)) return;
    for (const part of isMixed || isAddress ? partsOf(word) : [word]) {
      if (!isMixed || !unspaced.test(part)) {
        if (!take(cut(part), position++)) return;
        continue;
      }
      const characters = [...part];
      for (const [index, character] of characters.entries()) {
        if (!take(character, position)) return;
        const next = characters[index + 1];
        if (next !== undefined && !take(character + next, position)) return;
        position += 1;
      }
    }
  }
}

function wordsIn(folded: string): string[] {
  const ascii = folded.includes('@') ? asciiWords : plainWords;
  return folded.match(notAscii.test(folded) ? words : ascii) ?? [];
}

/**
 * The words to search for: tokens that must follow each other. An address is searched for whole, and a run of a script
 * without spaces by its pairs.
 */
export function wantedTokens(text: string): Token[] {
  const wanted: Token[] = [];
  let position = 0;
  for (const word of wordsIn(foldText(text))) {
    if (isAddress(word)) {
      wanted.push({ text: cut(trimmed(word)), position });
      position += partsOf(word).length;
      continue;
    }
    for (const part of partsOf(word)) {
      const characters = unspaced.test(part) ? [...part] : [];
      if (characters.length < 2) {
        wanted.push({ text: cut(part), position });
        position += 1;
        continue;
      }
      for (let index = 0; index + 1 < characters.length; index += 1) {
        wanted.push({ text: `${characters[index]}${characters[index + 1]}`, position: position + index });
      }
      position += characters.length;
    }
  }
  return wanted;
}

function isAddress(word: string): boolean {
  const [local, domain] = trimmed(word).split('@');
  return Boolean(local) && Boolean(domain?.includes('.'));
}

/** The word without the punctuation that surrounds it. */
function trimmed(word: string): string {
  return word.replace(/^[._%+'-]{1,64}|[.'-]{1,64}$/g, '');
}

/** The words within a word: those of an address, and those of different scripts that were written together. */
function partsOf(word: string): string[] {
  const parts = word.includes('@') ? word.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== '') : [word];
  return parts.flatMap((part) => (unspaced.test(part) ? (part.match(runs) ?? []) : [part]));
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : [...text].slice(0, MAX_CHARACTERS).join('');
}
