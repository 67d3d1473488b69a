import { useInfiniteQuery } from '@tanstack/react-query';
import type { Filters } from './filters.js';

type Page<Row> = { readonly items: readonly Row[]; readonly nextCursor: string | null };

const ROWS = 50;

/** A list of which the server gives one page after another. */
export function useList<Row>(
  name: string,
  filters: Filters,
  load: (query: Record<string, unknown>) => Promise<Page<Row>>,
) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [name, filters],
    queryFn: ({ pageParam }) => load({ ...filters, limit: ROWS, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const more = hasNextPage ? { load: () => void fetchNextPage(), busy: isFetchingNextPage } : undefined;
  return { rows: data?.pages.flatMap(({ items }) => items), error, more };
}
