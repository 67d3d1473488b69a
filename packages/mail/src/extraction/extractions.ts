import type { HtmlText } from '../html/read-html.js';
import { findCodes } from './code-finder.js';
import { findLinks } from './link-finder.js';

export type ExtractedCode = {
  /** As it is to be typed: spaces between groups are left out. */
  readonly value: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly source: 'subject' | 'text' | 'html';
};

export type LinkKind = 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other';

export type ExtractedLink = {
  readonly url: string;
  /** What the reader sees; the URL where it stands for itself. */
  readonly text: string;
  readonly kind: LinkKind;
  /** Whether the link leads to the sender's own organisation, by the names alone. */
  readonly hostMatchesSender: boolean;
};

export type Extractions = { readonly codes: readonly ExtractedCode[]; readonly links: readonly ExtractedLink[] };

export type ExtractionInput = {
  readonly subject: string;
  readonly plainText: string;
  /** The HTML as a reader sees it: what is hidden in it is no code and no link. */
  readonly html: HtmlText | null;
  readonly fromEmail: string;
};

/** One-time codes, best first, and links of a message, in its order. Content is hostile: all work is linear and bounded. */
export function extract(input: ExtractionInput): Extractions {
  return { codes: findCodes(input), links: findLinks(input) };
}

/** The best code, or "" where none was found. */
export function bestCode({ codes }: Extractions): string {
  return codes[0]?.value ?? '';
}
