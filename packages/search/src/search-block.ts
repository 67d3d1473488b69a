import { encodeInOrder, encodeNumbers } from './postings.js';
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

/** The words of so many bytes are read at once. */
const READ_BYTES = 4 * 1024 * 1024;

/** An email whose words take so many bytes. */
export type SizedEmail = { readonly id: number; readonly bytes: number };

/** Ids of emails in their order, at a time as many as have few bytes of words together, or one that has more. */
export function* inReads(emails: readonly SizedEmail[]): Generator<number[]> {
  let [ids, bytes]: [number[], number] = [[], 0];
  for (const email of emails) {
    if (ids.length > 0 && bytes + email.bytes > READ_BYTES) {
      yield ids;
      [ids, bytes] = [[], 0];
    }
    ids.push(email.id);
    bytes += email.bytes;
  }
  if (ids.length > 0) yield ids;
}

/** More than a block has places. */
const PLACES = 1_024;

/**
 * Gathers which emails of a block hold which terms. Each term of an email takes eight bytes, since there may be millions of
 * them: nothing keeps a sender from writing tens of thousands of words that no other mail has.
 */
export class BlockMaker {
  readonly #ids: number[] = [];
  /** Each email has its terms here, with its place. */
  readonly #placed: Float64Array[] = [];

  /** Emails come in the order of their ids. */
  add(email: BlockEmail): void {
    const place = this.#ids.push(email.id) - 1;
    this.#placed.push(Float64Array.from(termsOf(email), (term) => term * PLACES + place));
  }

  contents(): BlockContents {
    return { ids: encodeNumbers(this.#ids), postings: encodeInOrder(postingsIn(joined(this.#placed).sort())) };
  }
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Terms in their order, each with the places of its emails. */
function* postingsIn(placed: Float64Array): Generator<[number, number[]]> {
  let [term, places]: [number, number[]] = [0, []];
  for (const one of placed) {
    const own = Math.floor(one / PLACES);
    if (own !== term && places.length > 0) {
      yield [term, places];
      places = [];
    }
    term = own;
    places.push(one % PLACES);
  }
  if (places.length > 0) yield [term, places];
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
