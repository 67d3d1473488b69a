import type { EmailAddressee } from '@mailroom/mail';
import { tellTokens } from './tokens.js';

/** Words after this position are found alone, but not as part of a phrase. */
const LAST_POSITION = 16_000;
/** The limit on words indexed per email. */
const MAX_TOKENS = 60_000;
/** The limit on characters of the text that are read for words. */
export const MAX_CHARACTERS = 200_000;
/** The number of positions that the index keeps per word. */
const MAX_OCCURRENCES = 255;
/** Postgres refuses a `tsvector` of which words and positions take more. */
const MAX_BYTES = 1024 * 1024 - 1;
/** What a word takes at most before its first position, besides its own bytes, and then with each. */
const WORD_BYTES = 3;
const POSITION_BYTES = 2;
/** The distance between fields, so that no phrase spans two. */
const FIELD_GAP = 8;

/** The field that a word is in, as the index marks it: A subject, B sender, C recipients, D text. */
export type Weight = 'A' | 'B' | 'C' | 'D';

export type Searchable = {
  readonly subject: string;
  readonly from: EmailAddressee;
  /** To, Cc, Bcc, and the address to which it was delivered. */
  readonly to: readonly EmailAddressee[];
  readonly text: string;
};

/** The email as a `tsvector` in its text form. Of one that has more words than fit, the last are left out. */
export function searchVector({ subject, from, to, text }: Searchable): string {
  const lexemes = new Lexemes();
  const fields: readonly (readonly [Weight, readonly string[]])[] = [
    ['A', [subject]],
    ['B', [from.name, from.email]],
    ['C', to.flatMap(({ name, email }) => [name, email])],
    ['D', [text.slice(0, MAX_CHARACTERS)]],
  ];
  let [start, count] = [1, 0];
  for (const [weight, texts] of fields) {
    for (const part of texts) {
      let end = start;
      tellTokens(part, (word, position) => {
        if ((count += 1) > MAX_TOKENS) return false;
        end = start + position;
        lexemes.add(word, end, weight);
        return true;
      });
      start = end + FIELD_GAP;
    }
  }
  return lexemes.written();
}

type Lexeme = { marks: string; occurrences: number };

/** Words with their positions, as many as Postgres takes. */
class Lexemes {
  readonly #found = new Map<string, Lexeme>();
  #bytesLeft = MAX_BYTES;

  add(word: string, position: number, weight: Weight): void {
    const known = this.#found.get(word);
    const isPlaced = position <= LAST_POSITION && (known?.occurrences ?? 0) < MAX_OCCURRENCES;
    const needed = (known ? 0 : Buffer.byteLength(word) + WORD_BYTES) + (isPlaced ? POSITION_BYTES : 0);
    if (needed > this.#bytesLeft) return;
    this.#bytesLeft -= needed;
    const mark = isPlaced ? `${position}${weight}` : '';
    if (!known) this.#found.set(word, { marks: mark, occurrences: isPlaced ? 1 : 0 });
    else if (isPlaced) {
      known.marks += known.occurrences > 0 ? `,${mark}` : mark;
      known.occurrences += 1;
    }
  }

  written(): string {
    let text = '';
    for (const [word, { marks }] of this.#found) {
      text += `${text === '' ? '' : ' '}${quoted(word)}${marks === '' ? '' : `:${marks}`}`;
    }
    return text;
  }
}

const special = /['\\]/;

/** The word in the form that `tsvector` and `tsquery` read, in which no character is special. */
export function quoted(lexeme: string): string {
  if (!special.test(lexeme)) return `'${lexeme}'`;
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
