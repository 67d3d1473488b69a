import { encodeNumbers, encodePostings, type Postings } from './postings.js';
import { ATTACHMENT_MARK, directionMark, fieldMarks, termOf } from './search-query.js';
import type { Weight } from './search-document.js';

/** An email as its block is made of it: its words, and those of its fields alone, a line for each. */
export type BlockEmail = {
  readonly id: number;
  readonly direction: number;
  readonly hasAttachment: boolean;
  readonly words: string;
} & Readonly<Record<Exclude<Weight, 'D'>, string>>;

/** Numbers in the postings are places in `ids`. */
export type BlockContents = { readonly ids: Buffer; readonly postings: Buffer };

/** Which of the emails hold which terms; they come in the order of their ids. */
export function blockContents(emails: readonly BlockEmail[]): BlockContents {
  const postings: Postings = new Map();
  for (const [place, email] of emails.entries()) {
    for (const term of termsOf(email)) {
      const places = postings.get(term);
      if (places) places.push(place);
      else postings.set(term, [place]);
    }
  }
  return { ids: encodeNumbers(emails.map(({ id }) => id)), postings: encodePostings(postings) };
}

function termsOf(email: BlockEmail): Set<number> {
  const terms = new Set<number>();
  for (const word of linesOf(email.words)) terms.add(termOf(word));
  for (const weight of ['A', 'B', 'C'] as const) {
    for (const word of linesOf(email[weight])) terms.add(termOf(fieldMarks[weight] + word));
  }
  terms.add(termOf(directionMark(email.direction === 0 ? 'received' : 'sent')));
  if (email.hasAttachment) terms.add(termOf(ATTACHMENT_MARK));
  return terms;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
