import type { EmailContent } from './email.js';

export const contentColumns = `c.raw_id is not null as parsed, c.plain_text as "plainText",
  c.plain_text_source as "plainTextSource", c.html, c.reference_ids as "references", c.headers, c.authentication,
  c.extractions, c.extracted_text as "extractedText", c.trust`;

/** What a message contains, where it was parsed. */
export type ContentRow = EmailContent & { readonly parsed: boolean };

export function contentOf(row: ContentRow): EmailContent | null {
  if (!row.parsed) return null;
  const { plainText, plainTextSource, html, references, headers, authentication } = row;
  const { extractions, extractedText, trust } = row;
  return { plainText, plainTextSource, html, references, headers, authentication, extractions, extractedText, trust };
}
