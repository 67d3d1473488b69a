import type { HtmlText } from '../html/read-html.js';
import type { HeaderField } from '../mime/header-fields.js';

export type ExtractedCode = {
  /** The code as it must be typed, without spaces between groups. */
  readonly value: string;
  /** It goes from 0 to 1. */
  readonly confidence: number;
  readonly source: 'subject' | 'text' | 'html';
  /** What speaks for it, in words, the strongest first. */
  readonly signals: readonly string[];
};

export type LinkKind = 'verify' | 'reset' | 'login' | 'unsubscribe' | 'other';

export type ExtractedLink = {
  readonly url: string;
  /** What the reader sees; the URL itself if it has no other text. */
  readonly text: string;
  readonly kind: LinkKind;
  /** Whether the link leads to the sender's own organisation, judged by the names alone. */
  readonly hostMatchesSender: boolean;
  /** Where it stands: in the HTML, in the text, or in a header field for programs (RFC 2369). */
  readonly source: LinkSource;
  /** What its kind was told by, in words; nothing where it is `other`. */
  readonly signals: readonly string[];
};

export type LinkSource = 'text' | 'html' | 'header';

export type Extractions = { readonly codes: readonly ExtractedCode[]; readonly links: readonly ExtractedLink[] };

export type ExtractionInput = {
  readonly subject: string;
  readonly plainText: string;
  /** The HTML as a reader sees it: a code or link that is hidden does not count. */
  readonly html: HtmlText | null;
  readonly fromEmail: string;
  readonly headers?: readonly HeaderField[];
};

/** Returns the best code, or "" if none was found. */
export function bestCode({ codes }: Extractions): string {
  return codes[0]?.value ?? '';
}
