import type { HtmlText } from '../../src/html/read-html.js';
import type { ExtractionInput, Extractions } from '../../src/extraction/extractions.js';

export type Sample = {
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly codes: readonly string[];
  readonly links?: readonly { readonly kind: string; readonly url: string }[];
};

/** Null where there is nothing to be found, or nothing was. */
export type Score = { readonly recall: number | null; readonly precision: number | null };

export type Row = { readonly language: string; readonly mails: number; readonly codes: Score; readonly links: Score };

export const TARGETS: { readonly recall: number; readonly precision: number };

export function readSamples(): Sample[];

export function mailOf(
  sample: Sample,
  form: 'text' | 'html',
): Omit<ExtractionInput, 'html'> & { readonly html: string };

export function judge(
  extract: (input: ExtractionInput) => Extractions,
  readHtml: (html: string) => HtmlText,
): {
  readonly rows: readonly Row[];
  readonly totals: readonly Row[];
  readonly mistakes: readonly unknown[];
};
