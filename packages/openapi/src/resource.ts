import type { Schema } from './schema.js';

/** A resource of a surface: its name in the OpenAPI document, its schema, and one that shows what it looks like. */
export type Resource<T> = { readonly name: string; readonly schema: Schema<T>; readonly example: T };

/** The type of a resource's values. */
export type ValueOf<R> = R extends Resource<infer T> ? T : never;

export function resource<T>(name: string, schema: Schema<T>, example: NoInfer<T>): Resource<T> {
  return { name, schema, example };
}

/** Refers to a resource by its name, where a schema contains it. */
export function ref<T>({ name }: Pick<Resource<T>, 'name' | 'schema'>): Schema<T> {
  return { $ref: `#/components/schemas/${name}` };
}
