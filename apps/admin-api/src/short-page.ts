import type { CursorPage } from '@mailroom/openapi';

export const mayBeShort =
  'Where what is asked for is rare, a page may be short or empty although nextCursor leads on: no page looks at more than some thousand rows.';

/** A page that ended where looking ended, and goes on from there. */
export function continued<T>(page: CursorPage<T>, next: number | null): CursorPage<T> {
  return { ...page, nextCursor: page.nextCursor ?? (next === null ? null : String(next)) };
}
