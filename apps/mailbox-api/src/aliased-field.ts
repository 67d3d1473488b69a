import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@mailroom/errors';

type Named<T> = readonly [name: string, value: T | undefined];

/** Returns the one value of a field that has two names. @throws invalid_request if both are present and differ */
export function aliased<T>([name, value]: Named<T>, [alias, aliasValue]: Named<T>): T | undefined {
  if (value === undefined || aliasValue === undefined || isDeepStrictEqual(value, aliasValue))
    return value ?? aliasValue;
  const message = `is an alias of ${name} and differs from it`;
  throw new DomainError('invalid_request', `The field "${alias}" ${message}.`, { fields: [{ field: alias, message }] });
}
