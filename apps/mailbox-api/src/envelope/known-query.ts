import { AddRouteConfig } from '@mailroom/http';
import type { FastifyRequest } from 'fastify';

/** This many names help anyone who mistyped one; the caller chose them, so they may be of any length. */
const MAX_NAMES = 20;
const MAX_NAME_CHARS = 100;

type QueryConfig = { readonly knownQuery?: ReadonlySet<string> };

/** States which query parameters an operation knows; its answer names all others. */
export const KnownQuery = (names: readonly string[]): MethodDecorator =>
  AddRouteConfig({ knownQuery: new Set(names) } satisfies QueryConfig);

/** The query parameters of a request that its operation ignores. */
export function ignoredParameters({ routeOptions, query }: FastifyRequest): string[] {
  const { knownQuery } = routeOptions.config as QueryConfig;
  if (!knownQuery || typeof query !== 'object' || query === null) return [];
  const ignored = Object.keys(query).filter((name) => !knownQuery.has(name));
  return ignored.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARS).toWellFormed());
}
