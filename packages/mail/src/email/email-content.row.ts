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

/** SQL for the content of a message whose bodies are empty where they have more bytes than allowed, as `is_large` says. */
export const boundedContent = (rawId: string, maxBytes: string): string =>
  `select m.raw_id, m.plain_text_source, m.reference_ids, m.headers, m.authentication, m.extractions, m.extracted_units,
     m.trust, s.is_large, case when s.is_large then '' else m.plain_text end as plain_text,
     case when s.is_large then '' else m.html end as html,
     case when s.is_large then '' else m.extracted_text end as extracted_text
   from message_content m cross join lateral (
     select octet_length(m.plain_text) + octet_length(m.html) > ${maxBytes} as is_large) s
   where m.raw_id = ${rawId}`;

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
