import type { EmailContent } from './email.js';

export const contentColumns = `c.raw_id is not null as parsed, c.plain_text as "plainText",
  c.plain_text_source as "plainTextSource", c.html, c.reference_ids as "references", c.headers, c.authentication,
  c.extractions, c.extracted_text as "extractedText", c.extracted_units as "extractedUnits", c.trust`;

/** Larger bodies are not read beside those of others: sixteen emails have 4 MiB at most. */
const MAX_SHORT_BYTES = 256 * 1024;

/** SQL: whether bodies are short enough to be read beside those of others. */
export function isShort(c: string): string {
  const bodies = ['plain_text', 'html', 'extracted_text'].map((body) => `coalesce(octet_length(${c}.${body}), 0)`);
  return `${bodies.join(' + ')} <= ${MAX_SHORT_BYTES}`;
}

/** The texts of a message as they are kept; `extractedUnits` is how much of the plain text is its own, in UTF-16 units. */
export type TextsRow = Pick<EmailContent, 'plainText' | 'extractedText'> & { readonly extractedUnits: number | null };

/** What a message contains, where it was parsed. */
export type ContentRow = EmailContent & TextsRow & { readonly parsed: boolean };

export function contentOf(row: ContentRow): EmailContent | null {
  if (!row.parsed) return null;
  const { plainText, plainTextSource, html, references, headers, authentication } = row;
  const { extractions, trust } = row;
  const extractedText = ownTextOf(row);
  return { plainText, plainTextSource, html, references, headers, authentication, extractions, extractedText, trust };
}

/** What a message adds to its conversation, which is kept as a length where it is the beginning of the plain text. */
export function ownTextOf({ plainText, extractedText, extractedUnits }: TextsRow): string | null {
  return extractedText ?? (extractedUnits === null ? null : plainText.slice(0, extractedUnits));
}
