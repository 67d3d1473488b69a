import type { EmailContent } from './email.js';

export const contentColumns = `c.raw_id is not null as parsed, c.plain_text as "plainText",
  c.plain_text_source as "plainTextSource", c.html, c.reference_ids as "references", c.headers, c.authentication,
  c.extractions, c.extracted_text as "extractedText", c.trust`;

/** Larger bodies are not read beside those of others: sixteen emails have 4 MiB at most. */
const MAX_SHORT_BYTES = 256 * 1024;

/** SQL: whether bodies are short enough to be read beside those of others. */
export function isShort(c: string): string {
  const bodies = ['plain_text', 'html', 'extracted_text'].map((body) => `coalesce(octet_length(${c}.${body}), 0)`);
  return `${bodies.join(' + ')} <= ${MAX_SHORT_BYTES}`;
}

/** What a message contains, where it was parsed. */
export type ContentRow = EmailContent & { readonly parsed: boolean };

export function contentOf(row: ContentRow): EmailContent | null {
  if (!row.parsed) return null;
  const { plainText, plainTextSource, html, references, headers, authentication } = row;
  const { extractions, extractedText, trust } = row;
  return { plainText, plainTextSource, html, references, headers, authentication, extractions, extractedText, trust };
}
