import { list, nullable, object, ref, type Answer, type Resource } from '@mailroom/openapi';

/** One page of a list; its `next_cursor`, null at the end, continues it. */
export type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

/** A page, as this surface names its parts. */
export function pageOf<T>(resource: Resource<T>): Answer<Page<T>> {
  return {
    schema: object({ items: list(ref(resource)), next_cursor: nullable('string') }),
    example: { items: [resource.example], next_cursor: null },
  };
}
