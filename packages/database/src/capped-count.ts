import { MAX_COUNTED } from '@mailroom/observability';

/** SQL: how many rows the query `rows` has, counted as far as a scrape counts. */
export function cappedCount(rows: string): string {
  return `(select count(*)::int from (${rows} limit ${MAX_COUNTED}) r)`;
}
