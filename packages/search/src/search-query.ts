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
  /** The terms that an email must have to be worth a look. */
  readonly terms: readonly number[];
};

export type SearchPage = {
  readonly filter: SearchFilter;
  readonly query: SearchQuery;
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

export type Order = 'asc' | 'desc';

const MAX_TOKENS = 60;
/** So many words lead to emails, the longest ones; by the others, what was found is checked alone. */
const MAX_LEADING = 8;

const fields = { q: null, from: 'B', to: 'C', subject: 'A' } as const satisfies Record<string, Weight | null>;
/** The marks of the fields in blocks, in the order of the weights. */
export const fieldMarks: Readonly<Record<Weight, string>> = { A: 's:', B: 'f:', C: 't:', D: '' };
export const ATTACHMENT_MARK = 'has:attachment';
export const directionMark = (direction: 'received' | 'sent') => `is:${direction}`;

/** @throws invalid_request if a text holds no words, or too many */
export function searchQuery(filter: SearchFilter): SearchQuery {
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
  const leading = [...marks].sort((a, b) => b.length - a.length).slice(0, MAX_LEADING);
  if (filter.hasAttachment === true) leading.push(ATTACHMENT_MARK);
  if (filter.direction) leading.push(directionMark(filter.direction));
  return { match: parts.length > 0 ? parts.join(' & ') : null, terms: leading.map(termOf) };
}

/** A mark as 32 bits (FNV-1a, mixed). Two that coincide cost a look in vain, and nothing else. */
export function termOf(mark: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < mark.length; index += 1) hash = Math.imul(hash ^ mark.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
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
