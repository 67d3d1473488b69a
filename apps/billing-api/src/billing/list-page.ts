import { invalidParameter, DomainError } from '@mailroom/errors';
import { query, type Query } from '@mailroom/http';
import type { QueryParameter } from '@mailroom/openapi';

export const pageParameters: Readonly<Record<string, QueryParameter>> = {
  limit: { type: 'integer', description: 'how many', minimum: 1, maximum: 100, default: 20 },
  cursor: { type: 'string', description: 'nextCursor of the page before', maxLength: 64 },
};

export type ListPage = { readonly limit: number; readonly cursor: string | undefined };

/** Reads `limit` and a `cursor` of the form that this list gives. @throws invalid_request, invalid_cursor */
export function listPage(parameters: Query, form: RegExp): ListPage {
  const limit = query.integer(parameters, 'limit', 1, 100) ?? 20;
  const cursor = query.text(parameters, 'cursor');
  if (cursor === undefined || form.test(cursor)) return { limit, cursor };
  const { fields, detail } = invalidParameter('cursor', 'must be the nextCursor of an earlier answer');
  throw new DomainError('invalid_cursor', detail, { fields });
}

/** The page of a list that was asked for one item more than it shows. */
export function pageOf<T>(items: readonly T[], limit: number, cursorOf: (last: T) => string) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, nextCursor: items.length > limit && last !== undefined ? cursorOf(last) : null };
}
