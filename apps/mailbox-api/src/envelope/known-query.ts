import { SetMetadata } from '@nestjs/common';

const KNOWN_QUERY = 'mailroom:known-query';
/** This many names help anyone who mistyped one; the caller chose them, so they may be of any length. */
const MAX_NAMES = 20;
const MAX_NAME_CHARS = 100;

/** States which query parameters an operation knows; its answer names all others. */
export const KnownQuery = (names: readonly string[]): MethodDecorator => SetMetadata(KNOWN_QUERY, new Set(names));

/** The query parameters that the operation behind `handler` ignores. */
export function ignoredParameters(handler: object, query: unknown): string[] {
  const known: unknown = Reflect.getMetadata(KNOWN_QUERY, handler);
  if (!(known instanceof Set) || typeof query !== 'object' || query === null) return [];
  const ignored = Object.keys(query).filter((name) => !known.has(name));
  return ignored.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARS).toWellFormed());
}
