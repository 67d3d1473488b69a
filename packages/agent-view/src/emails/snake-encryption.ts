import type { Schema } from '@mailroom/openapi';
import { encryptionFields, type EncryptionView } from './encryption.js';

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type Snaked<Fields> = { readonly [Name in keyof Fields & string as Snake<Name>]: Fields[Name] };

/** The same fields on surfaces whose names are written with underscores. */
export const snakeEncryptionFields = snaked(encryptionFields) satisfies Readonly<Record<string, Schema<unknown>>>;

export function snakeEncryptionView(view: EncryptionView): Snaked<EncryptionView> {
  return snaked(view);
}

function snaked<Fields extends object>(fields: Fields): Snaked<Fields> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value as unknown,
  ]);
  return Object.fromEntries(entries) as Snaked<Fields>;
}
