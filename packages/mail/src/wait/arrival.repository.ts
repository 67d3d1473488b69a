import { Injectable } from '@nestjs/common';
import { Database, anyUnseen, statement } from '@mailroom/database';

const withLinks = statement(
  'arrival-with-links',
  `select raw_id as "rawId" from message_content
   where raw_id = ${anyUnseen('$1::uuid[]')} and jsonb_array_length(coalesce(extractions -> 'links', '[]')) > 0`,
);

/** Reads what the row of an email does not show. */
@Injectable()
export class ArrivalRepository {
  constructor(private readonly database: Database) {}

  /** Returns those of the raw messages in which links were found. */
  async withLinks(rawIds: readonly string[]): Promise<Set<string>> {
    if (rawIds.length === 0) return new Set();
    const rows = await this.database.query<{ rawId: string }>(withLinks, [rawIds]);
    return new Set(rows.map(({ rawId }) => rawId));
  }
}
