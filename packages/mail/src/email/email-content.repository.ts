import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';
import { ownTextOf, type TextsRow } from './email-content.row.js';
import type { EmailContent } from './email.js';

/**
 * The sizes of texts are known without reading them, but for one that is kept as so many units of the plain text, of three
 * octets each at most; `others` are links and headers.
 */
const sizes = statement(
  'email-content-sizes',
  `select raw_id as "rawId", octet_length(plain_text) as "plainText", octet_length(html) as html,
     coalesce(octet_length(extracted_text), least(octet_length(plain_text), 3 * extracted_units)) as "extractedText",
     coalesce(octet_length((extractions -> 'links')::text), 0)
       + coalesce(octet_length(headers::text), 0) as others
   from message_content where raw_id = ${anyUnseen('$1::uuid[]')}`,
);

/** Texts are cut to $3 characters; those of $2 are not read at all, and neither are their links. */
const contents = statement(
  'email-contents',
  `select c.raw_id as "rawId", c.reference_ids as "references", c.headers, c.authentication, c.trust,
     c.plain_text_source as "plainTextSource",
     case when k.withheld then '' else left(c.plain_text, $3) end as "plainText",
     case when k.withheld then '' else left(c.html, $3) end as html,
     case when k.withheld then '' else left(c.extracted_text, $3) end as "extractedText",
     c.extracted_units as "extractedUnits",
     case when k.withheld then jsonb_set(c.extractions, '{links}', '[]') else c.extractions end as extractions
   from message_content c cross join lateral (select c.raw_id = any ($2::uuid[]) as withheld) k
   where c.raw_id = ${anyUnseen('$1::uuid[]')}`,
);

/** Sizes are bytes of UTF-8. */
export type ContentSizes = Readonly<Record<'plainText' | 'html' | 'extractedText' | 'others', number>> & {
  readonly rawId: string;
};

/** The bodies of several emails, by the ids of their raw messages; a message that could not be parsed has none. */
@Injectable()
export class EmailContentRepository {
  constructor(private readonly database: Database) {}

  async sizes(rawIds: readonly string[]): Promise<ContentSizes[]> {
    return this.database.query<ContentSizes>(sizes, [rawIds]);
  }

  /** Cuts every text to `maxChars`, and leaves out the texts and links of those that are `withheld`. */
  async read(
    rawIds: readonly string[],
    withheld: readonly string[],
    maxChars: number,
  ): Promise<(EmailContent & { readonly rawId: string })[]> {
    type Row = EmailContent & TextsRow & { readonly rawId: string };
    const rows = await this.database.query<Row>(contents, [rawIds, withheld, maxChars]);
    return rows.map(({ extractedUnits, ...row }) => ({ ...row, extractedText: ownTextOf({ ...row, extractedUnits }) }));
  }
}
