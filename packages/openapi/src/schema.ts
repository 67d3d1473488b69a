declare const described: unique symbol;

/** A JSON Schema (2020-12) that carries, in its type, the type of the values that it describes. */
export type Schema<T> = { readonly [keyword: string]: unknown; readonly [described]?: T };

/** The type of the values that a schema describes. */
export type Described<S> = S extends Schema<infer T> ? T : never;

type Properties = Readonly<Record<string, Schema<unknown>>>;
type Values<P extends Properties> = { readonly [Name in keyof P]: Described<P[Name]> };
type Shown<T> = { [Name in keyof T]: T[Name] };
type Simple = { string: string; integer: number };

export const string: Schema<string> = { type: 'string' };
export const integer: Schema<number> = { type: 'integer' };
export const boolean: Schema<boolean> = { type: 'boolean' };

export function nullable<Name extends keyof Simple>(type: Name): Schema<Simple[Name] | null> {
  return { type: [type, 'null'] };
}

export function list<T>(items: Schema<T>): Schema<readonly T[]> {
  return { type: 'array', items };
}

/** One of these words; the schema leaves their type to the words themselves. */
export function oneOf<const Word extends string>(words: readonly Word[]): Schema<Word> {
  return { enum: words };
}

/** One of these words, and a string to whoever does not look at them. */
export function word<const Word extends string>(words: readonly Word[]): Schema<Word> {
  return { type: 'string', enum: words };
}

/** An object that has all properties of `always`, and may have those of `sometimes`. */
export function object<Always extends Properties>(always: Always): Schema<Values<Always>>;
export function object<Always extends Properties, Sometimes extends Properties>(
  always: Always,
  sometimes: Sometimes,
): Schema<Shown<Values<Always> & Partial<Values<Sometimes>>>>;
export function object(always: Properties, sometimes: Properties = {}): Schema<object> {
  return { type: 'object', required: Object.keys(always), properties: { ...always, ...sometimes } };
}

/** An object whose keys are data. */
export function record<T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return { type: 'object', additionalProperties: values };
}

export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return { oneOf: [schema, { type: 'null' }] };
}

/** A value that fits the one or the other, or both. */
export function either<One, Other>(one: Schema<One>, other: Schema<Other>): Schema<One | Other> {
  return { anyOf: [one, other] };
}

/** The same schema with a description. */
export function about<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description };
}
