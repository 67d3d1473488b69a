import { createHash } from 'node:crypto';
import { invalidParameter } from '@mailroom/errors';
import { quoted, type Weight } from './search-document.js';
import { wantedTokens, type Token } from './tokens.js';

/** The criteria of a search; all that are given must hold. */
export type SearchFilter = {
  /** Matches subject, addresses and text: all words, and "phrases". */
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly subject?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
  readonly direction?: 'received' | 'sent' | undefined;
  readonly hasAttachment?: boolean | undefined;
};

export type SearchQuery = {
  /** A `tsquery` that an email must match, or null if no words are searched for. */
  readonly match: string | null;
  /** The hashes that a block must hold to be worth a look; see `blockTerm`. */
  readonly blockTerms: readonly number[];
  /** The number of different words. */
  readonly words: number;
};

const MAX_TOKENS = 60;

const fields = { q: null, from: 'B', to: 'C', subject: 'A' } as const satisfies Record<string, Weight | null>;
/** The marks of the fields in blocks, in the order of the weights. */
export const fieldMarks: Readonly<Record<Weight, string>> = { A: 's:', B: 'f:', C: 't:', D: '' };
export const ATTACHMENT_MARK = 'has:attachment';
/** This many neighbouring blocks share a mark of their range, so that a search can look at the nearest range alone. */
export const BLOCKS_IN_RANGE = 64;
export const rangeMark = (range: number) => `in:${range}`;
export const directionMark = (direction: 'received' | 'sent') => `is:${direction}`;

/** @throws invalid_request if a text holds no words, or too many */
export function searchQuery(mailboxId: number, filter: SearchFilter): SearchQuery {
  const parts: string[] = [];
  const marks = new Set<string>();
  let tokens = 0;
  for (const [field, weight] of Object.entries(fields) as [keyof typeof fields, Weight | null][]) {
    const text = filter[field];
    if (text === undefined) continue;
    const phrases = phrasesOf(text);
    if (phrases.length === 0) throw invalidParameter(field, 'holds no word to search for');
    tokens += phrases.flat().length;
    if (tokens > MAX_TOKENS) throw invalidParameter(field, `asks for more than ${MAX_TOKENS} words`);
    for (const phrase of phrases) {
      parts.push(`(${phraseQuery(phrase, weight)})`);
      for (const { text: word } of phrase) marks.add(`${weight ? fieldMarks[weight] : ''}${word}`);
    }
  }
  const words = marks.size;
  if (filter.hasAttachment === true) marks.add(ATTACHMENT_MARK);
  if (filter.direction) marks.add(directionMark(filter.direction));
  const blockTerms = [...marks].map((mark) => blockTerm(mailboxId, mark));
  return { match: parts.length > 0 ? parts.join(' & ') : null, blockTerms, words };
}

/**
 * A mark of a mailbox as 32 bits, as the database computes it when it seals a block. Two that coincide cost a look in
 * vain, and nothing else.
 */
export function blockTerm(mailboxId: number, mark: string): number {
  return createHash('md5').update(`${mailboxId} ${mark}`).digest().readInt32BE(0);
}

/** Returns each word outside quotes by itself, and the words inside quotes together. */
function phrasesOf(text: string): Token[][] {
  const pieces = text.split(/["“”„«»]/);
  const phrases = pieces.flatMap((piece, index) =>
    index % 2 === 1 ? [wantedTokens(piece)] : piece.split(/\s+/).map((word) => wantedTokens(word)),
  );
  return phrases.filter((phrase) => phrase.length > 0);
}

function phraseQuery(phrase: readonly Token[], weight: Weight | null): string {
  return phrase
    .map((token, index) => {
      const previous = phrase[index - 1];
      const link = previous ? ` <${token.position - previous.position}> ` : '';
      return `${link}${quoted(token.text)}${weight ? `:${weight}` : ''}`;
    })
    .join('');
}
