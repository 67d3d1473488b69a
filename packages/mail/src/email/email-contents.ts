import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { EmailContent } from './email.js';

/** The limit on bodies in one answer with several emails. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The size of a UTF-16 code unit in UTF-8, at most; a character of four bytes has two units. */
const MAX_BYTES_PER_CHAR = 3;
const INT4_MAX = 2_147_483_647;

/** The sizes of texts are known without reading them; `others` are links and headers. */
const sizes = statement(
  'email-content-sizes',
  `select raw_id as "rawId", octet_length(plain_text) as "plainText", octet_length(html) as html,
     coalesce(octet_length(extracted_text), octet_length(plain_text)) as "extractedText",
     coalesce(octet_length((extractions -> 'links')::text), 0)
       + coalesce(octet_length(headers::text), 0) as others
   from message_content where raw_id = any ($1::uuid[])`,
);

/** Texts are cut to $3 characters; those of $2 are not read at all, and neither are their links. */
const contents = statement(
  'email-contents',
  `select c.raw_id as "rawId", c.reference_ids as "references", c.headers, c.authentication, c.trust,
     c.plain_text_source as "plainTextSource",
     case when k.withheld then '' else left(c.plain_text, $3) end as "plainText",
     case when k.withheld then '' else left(c.html, $3) end as html,
     case when k.withheld then '' else left(c.extracted_text, $3) end as "extractedText",
     case when k.withheld then jsonb_set(c.extractions, '{links}', '[]') else c.extractions end as extractions
   from message_content c cross join lateral (select c.raw_id = any ($2::uuid[]) as withheld) k
   where c.raw_id = any ($1::uuid[])`,
);

type Sizes = Readonly<Record<'plainText' | 'html' | 'extractedText' | 'others', number>> & { readonly rawId: string };

/** The part of one email that an answer may carry. */
export type BudgetedContent = {
  readonly content: EmailContent;
  /** Whether bodies and links are left out because the others took their room. */
  readonly withheld: boolean;
};

/**
 * Reads the bodies for an answer with several emails, 4 MiB in all: in the order of the emails, each whose bodies still
 * fit is included. What does not fit is not read.
 */
@Injectable()
export class EmailContents {
  constructor(private readonly database: Database) {}

  /** Returns the contents by the id of the raw message; a message that could not be parsed has none. */
  async read(rawIds: readonly string[], maxChars: number | undefined): Promise<Map<string, BudgetedContent>> {
    if (rawIds.length === 0) return new Map();
    const found = await this.database.query<Sizes>(sizes, [rawIds]);
    const withheld = beyondBudget(rawIds, new Map(found.map((size) => [size.rawId, bytesOf(size, maxChars)])));
    // One character more than is shown tells us that there was more.
    const cutAt = Math.min(INT4_MAX, (maxChars ?? INT4_MAX) + 1);
    const rows = await this.database.query<EmailContent & { rawId: string }>(contents, [rawIds, [...withheld], cutAt]);
    return new Map(rows.map(({ rawId, ...content }) => [rawId, { content, withheld: withheld.has(rawId) }]));
  }
}

function bytesOf({ plainText, html, extractedText, others }: Sizes, maxChars = Infinity): number {
  const most = maxChars * MAX_BYTES_PER_CHAR;
  return others + [plainText, html, extractedText].reduce((sum, bytes) => sum + Math.min(bytes, most), 0);
}

function beyondBudget(rawIds: readonly string[], bytes: ReadonlyMap<string, number>): Set<string> {
  const withheld = new Set<string>();
  let left = MAX_BYTES;
  for (const rawId of rawIds) {
    const needed = bytes.get(rawId) ?? 0;
    if (needed > left) withheld.add(rawId);
    else left -= needed;
  }
  return withheld;
}
