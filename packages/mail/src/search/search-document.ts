import type { EmailAddressee } from '../email/email.js';
import { tokensOf } from './tokens.js';

/** Words after it are found alone, but not as part of a phrase. */
const LAST_POSITION = 16_000;
/** Words that are indexed of one email. */
const MAX_TOKENS = 60_000;
/** Characters of the text that are read for words. */
const MAX_CHARACTERS = 200_000;
/** Positions that the index keeps of one word. */
const MAX_OCCURRENCES = 255;
/** So far apart are fields, so that no phrase spans two. */
const FIELD_GAP = 8;

/** Which field a word stands in, as the index marks it: A subject, B sender, C recipients, D text. */
export type Weight = 'A' | 'B' | 'C' | 'D';

export type Searchable = {
  readonly subject: string;
  readonly from: EmailAddressee;
  /** To, Cc, Bcc, and the address that it was delivered to. */
  readonly to: readonly EmailAddressee[];
  readonly text: string;
};

/** The email as a `tsvector`, in its text form. */
export function searchVector({ subject, from, to, text }: Searchable): string {
  const lexemes = new Map<string, string[]>();
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
        add(lexemes, token.text, end, weight);
      }
      start = end + FIELD_GAP;
    }
  }
  return [...lexemes].map(([lexeme, marks]) => quoted(lexeme) + (marks.length > 0 ? `:${marks.join()}` : '')).join(' ');
}

function add(lexemes: Map<string, string[]>, lexeme: string, position: number, weight: Weight): void {
  const marks = lexemes.get(lexeme);
  if (!marks) lexemes.set(lexeme, position <= LAST_POSITION ? [`${position}${weight}`] : []);
  else if (position <= LAST_POSITION && marks.length < MAX_OCCURRENCES) marks.push(`${position}${weight}`);
}

/** As `tsvector` and `tsquery` read a word: nothing in it is special any more. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
