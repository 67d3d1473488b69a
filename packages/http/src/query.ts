import { DomainError, invalidParameter } from '@mailroom/errors';
import { INSTANT_MESSAGE, parseInstant } from './instant.js';

/** A query string as Fastify parses it: a repeated name is an array. */
export type Query = Readonly<Record<string, unknown>>;

const INT4_MAX = 2_147_483_647;

/** The parameter's only value. Unknown parameters are ignored, repeated ones refused, and empty ones count as absent. */
export function text(query: Query, field: string): string | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalidParameter(field, 'must be given once');
  if (value.includes('\0') || !value.isWellFormed())
    throw invalidParameter(field, 'must not contain NUL or broken characters');
  return value;
}

export function integer(query: Query, field: string, min: number, max: number): number | undefined {
  const value = text(query, field);
  if (value === undefined) return undefined;
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw invalidParameter(field, `must be an integer from ${min} to ${max}`);
}

/** Accepts `true` or `false` and nothing else. */
export function boolean(query: Query, field: string): boolean | undefined {
  const value = text(query, field);
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidParameter(field, 'must be true or false');
}

/** See `parseInstant`. */
export function instant(query: Query, field: string): Date | undefined {
  const value = text(query, field);
  const parsed = value === undefined ? undefined : parseInstant(value);
  if (value === undefined || parsed) return parsed;
  throw invalidParameter(field, INSTANT_MESSAGE);
}

export function oneOf<T extends string>(query: Query, field: string, allowed: readonly T[]): T | undefined {
  const value = text(query, field);
  const found = allowed.find((candidate) => candidate === value);
  if (value === undefined || found !== undefined) return found;
  throw invalidParameter(field, `must be one of ${allowed.join(', ')}`);
}

export type Page = {
  readonly limit: number;
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
};

/**
 * Reads `size` (1 to 50, default 20), `cursor`, and `timeSort` (0 for newest first, the default, or 1).
 * @throws invalid_cursor
 */
export function page(query: Query): Page {
  const limit = integer(query, 'size', 1, 50) ?? 20;
  const oldestFirst = integer(query, 'timeSort', 0, 1) === 1;
  return { limit, cursor: cursor(query), oldestFirst };
}

/** An id after which a list continues. @throws invalid_cursor */
export function cursor(query: Query): number | undefined {
  try {
    return integer(query, 'cursor', 0, Number.MAX_SAFE_INTEGER);
  } catch (cause) {
    const message = 'must be the nextCursor of an earlier answer';
    throw new DomainError('invalid_cursor', `The parameter "cursor" ${message}.`, {
      cause,
      fields: [{ field: 'cursor', message }],
    });
  }
}

/** The mailbox that a query names; an id that no mailbox can have is treated as one that does not exist. */
export function accountId(query: Query): number | undefined {
  const id = integer(query, 'accountId', 1, Number.MAX_SAFE_INTEGER);
  if (id !== undefined && id > INT4_MAX) throw new DomainError('not_found', 'There is no such mailbox.');
  return id;
}

/** An id from a path: a positive integer; an id that no row can have is treated as one that does not exist. */
export function pathId(value: string, field: string, max = Number.MAX_SAFE_INTEGER): number {
  const id = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!(id >= 1)) throw invalidParameter(field, 'must be a positive integer');
  if (id > max || !Number.isSafeInteger(id)) throw new DomainError('not_found', 'There is nothing of that id.');
  return id;
}

/** An id of a table that counts in 32 bits. */
export function smallPathId(value: string, field: string): number {
  return pathId(value, field, INT4_MAX);
}
