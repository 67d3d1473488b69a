import type { EmailAddressee } from '@mailroom/mail';
import { tokensOf } from './tokens.js';

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
      for (const token of tokensOf(part)) {
        if ((count += 1) > MAX_TOKENS) break;
        end = start + token.position;
        lexemes.add(token.text, end, weight);
      }
      start = end + FIELD_GAP;
    }
  }
  return lexemes.written();
}

/** Words with their positions, as many as Postgres takes. */
class Lexemes {
  readonly #marks = new Map<string, string[]>();
  #bytesLeft = MAX_BYTES;

  add(lexeme: string, position: number, weight: Weight): void {
    const known = this.#marks.get(lexeme);
    const isPlaced = position <= LAST_POSITION && (known?.length ?? 0) < MAX_OCCURRENCES;
    const needed = (known ? 0 : Buffer.byteLength(lexeme) + WORD_BYTES) + (isPlaced ? POSITION_BYTES : 0);
    if (needed > this.#bytesLeft) return;
    this.#bytesLeft -= needed;
    const marks = known ?? [];
    if (isPlaced) marks.push(`${position}${weight}`);
    if (!known) this.#marks.set(lexeme, marks);
  }

  written(): string {
    return [...this.#marks]
      .map(([lexeme, marks]) => quoted(lexeme) + (marks.length > 0 ? `:${marks.join()}` : ''))
      .join(' ');
  }
}

const special = /['\\]/;

/** The word in the form that `tsvector` and `tsquery` read, in which no character is special. */
export function quoted(lexeme: string): string {
  if (!special.test(lexeme)) return `'${lexeme}'`;
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
