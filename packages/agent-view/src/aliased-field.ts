import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '@mailroom/errors';

type Named<T> = readonly [name: string, value: T | undefined];

/** Returns the one value of a field that has two names. @throws invalid_request if both are present and differ */
export function aliased<T>([name, value]: Named<T>, [alias, aliasValue]: Named<T>): T | undefined {
  if (value === undefined || aliasValue === undefined || isDeepStrictEqual(value, aliasValue))
    return value ?? aliasValue;
  throw invalidField(alias, `is an alias of ${name} and differs from it`);
}
