import { boolean, list, nullable, object, orNull, ref, type Answer, type Resource } from '@mailroom/openapi';

/** One page of a list, which `nextCursor` continues. */
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor: number | null; readonly hasMore: boolean };

/** Null where there is none. */
export function oneOrNone<T>(resource: Resource<T>): Answer<T | null> {
  return { schema: orNull(ref(resource)), example: resource.example };
}

/** All of a list that has no pages. */
export function all<T>(resource: Resource<T>): Answer<{ readonly items: readonly T[] }> {
  return { schema: object({ items: list(ref(resource)) }), example: { items: [resource.example] } };
}

export function pageOf<T>(resource: Resource<T>): Answer<Page<T>> {
  return {
    schema: object({ items: list(ref(resource)), nextCursor: nullable('integer'), hasMore: boolean }),
    example: { items: [resource.example], nextCursor: null, hasMore: false },
  };
}

/** Builds one page: it needs one item more than it shows, to know whether there is another page. */
export function pageAnswer<T extends { readonly id: number }>(items: readonly T[], limit: number): Page<T> {
  const shown = items.slice(0, limit);
  const hasMore = items.length > limit;
  return { items: shown, nextCursor: hasMore ? (shown.at(-1)?.id ?? null) : null, hasMore };
}
