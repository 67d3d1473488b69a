import { DomainError } from '@mailroom/errors';

/** A query string as Fastify parses it: a repeated name is an array. */
export type Query = Readonly<Record<string, unknown>>;

const INT4_MAX = 2_147_483_647;

function reject(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The parameter "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** The parameter's one value. Unknown parameters are ignored, a repeated one is refused, an empty one is absent. */
export function text(query: Query, field: string): string | undefined {
  const value = query[field];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw reject(field, 'must be given once');
  if (value.includes('\0') || !value.isWellFormed()) throw reject(field, 'must not contain NUL or broken characters');
  return value;
}

export function integer(query: Query, field: string, min: number, max: number): number | undefined {
  const value = text(query, field);
  if (value === undefined) return undefined;
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw reject(field, `must be an integer from ${min} to ${max}`);
}

/** `true` or `false` and nothing else. */
export function boolean(query: Query, field: string): boolean | undefined {
  const value = text(query, field);
  if (value === undefined) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  throw reject(field, 'must be true or false');
}

/** An instant in ISO 8601: a date alone is its beginning in UTC, and a time needs its zone. */
export function instant(query: Query, field: string): Date | undefined {
  const value = text(query, field);
  if (value === undefined) return undefined;
  const parsed = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/i.test(value)
    ? new Date(value)
    : undefined;
  if (parsed && !Number.isNaN(parsed.getTime())) return parsed;
  throw reject(field, 'must be an instant in ISO 8601, such as 2026-03-01T09:00:00Z');
}

export function oneOf<T extends string>(query: Query, field: string, allowed: readonly T[]): T | undefined {
  const value = text(query, field);
  const found = allowed.find((candidate) => candidate === value);
  if (value === undefined || found !== undefined) return found;
  throw reject(field, `must be one of ${allowed.join(', ')}`);
}

export type Page = {
  readonly limit: number;
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
};

/** `size` 1 to 50 (20), `cursor`, `timeSort` 0 newest first (default) or 1. @throws invalid_cursor */
export function page(query: Query): Page {
  const limit = integer(query, 'size', 1, 50) ?? 20;
  const oldestFirst = integer(query, 'timeSort', 0, 1) === 1;
  return { limit, cursor: cursor(query), oldestFirst };
}

function cursor(query: Query): number | undefined {
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

/** The mailbox that a query names; an id that no mailbox can have is one that is not there. */
export function accountId(query: Query): number | undefined {
  const id = integer(query, 'accountId', 1, Number.MAX_SAFE_INTEGER);
  if (id !== undefined && id > INT4_MAX) throw new DomainError('not_found', 'There is no such mailbox.');
  return id;
}

/** An id from a path: a positive integer; one that no row can have is one that is not there. */
export function pathId(value: string, field: string, max = Number.MAX_SAFE_INTEGER): number {
  const id = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!(id >= 1)) throw reject(field, 'must be a positive integer');
  if (id > max || !Number.isSafeInteger(id)) throw new DomainError('not_found', 'There is nothing of that id.');
  return id;
}

/** Ids of tables that count in 32 bits. */
export function smallPathId(value: string, field: string): number {
  return pathId(value, field, INT4_MAX);
}
