import { DomainError, invalidParameter } from '@mailroom/errors';
import { integer, text, type Query } from '../query.js';

/** What every paged list of a surface with plain bodies takes, for its description. */
export const pageParameters = {
  limit: { type: 'integer', description: 'how many', minimum: 1, maximum: 100, default: 20 },
  cursor: { type: 'string', description: 'nextCursor of the page before', maxLength: 200 },
} as const;

export type ListPage = { readonly limit: number; readonly cursor: string | undefined };

/** Reads `limit` and a `cursor` of the form that this list gives. @throws invalid_request, invalid_cursor */
export function listPage(parameters: Query, form: RegExp): ListPage {
  const limit = integer(parameters, 'limit', 1, 100) ?? 20;
  const cursor = text(parameters, 'cursor');
  if (cursor === undefined || form.test(cursor)) return { limit, cursor };
  const { fields, detail } = invalidParameter('cursor', 'must be the nextCursor of an earlier answer');
  throw new DomainError('invalid_cursor', detail, { fields });
}

/** The same of a list whose cursors are ids. */
export function idPage(parameters: Query): { readonly limit: number; readonly cursor: number | undefined } {
  const { limit, cursor } = listPage(parameters, /^\d{1,15}$/);
  return { limit, cursor: cursor === undefined ? undefined : Number(cursor) };
}

/** The page of a list that was asked for one item more than it shows. */
export function pageOf<T>(items: readonly T[], limit: number, cursorOf: (last: T) => string) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown, nextCursor: items.length > limit && last !== undefined ? cursorOf(last) : null };
}
