import { ref, type Resource } from './resource.js';
import { list, nullable, object } from './schema.js';

/** What an operation answers: one resource, or several. */
export type Answer<T> = Pick<Resource<T>, 'schema' | 'example'>;

/** One page of a list; its `nextCursor`, null at the end, continues it. */
export type CursorPage<T> = { readonly items: readonly T[]; readonly nextCursor: string | null };

export function one<T>(resource: Resource<T>): Answer<T> {
  return { schema: ref(resource), example: resource.example };
}

/** A page of a surface with plain bodies. */
export function cursorPageOf<T>(resource: Resource<T>): Answer<CursorPage<T>> {
  return {
    schema: object({ items: list(ref(resource)), nextCursor: nullable('string') }),
    example: { items: [resource.example], nextCursor: null },
  };
}
