import type { HtmlText } from '../html/read-html.js';

export type ExtractedCode = {
  /** The code as it must be typed, without spaces between groups. */
  readonly value: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly source: 'subject' | 'text' | 'html';
};

export type LinkKind = 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other';

export type ExtractedLink = {
  readonly url: string;
  /** What the reader sees; the URL itself if it has no other text. */
  readonly text: string;
  readonly kind: LinkKind;
  /** Whether the link leads to the sender's own organisation, judged by the names alone. */
  readonly hostMatchesSender: boolean;
};

export type Extractions = { readonly codes: readonly ExtractedCode[]; readonly links: readonly ExtractedLink[] };

export type ExtractionInput = {
  readonly subject: string;
  readonly plainText: string;
  /** The HTML as a reader sees it: a code or link that is hidden does not count. */
  readonly html: HtmlText | null;
  readonly fromEmail: string;
};

/** Returns the best code, or "" if none was found. */
export function bestCode({ codes }: Extractions): string {
  return codes[0]?.value ?? '';
}
