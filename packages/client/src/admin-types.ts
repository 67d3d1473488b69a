import type { operations } from './api/admin/schema.js';

type Operation = keyof operations;
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;
type Success<R> = R[keyof R & (200 | 201 | 202)];

/** What an operation of the operator takes in its query. */
export type AdminQuery<K extends Operation> = NonNullable<operations[K]['parameters']['query']>;
/** What it takes in its body. */
export type AdminBody<K extends Operation> = operations[K] extends { requestBody?: infer R }
  ? Json<NonNullable<R>>
  : never;
/** What it answers. */
export type AdminAnswer<K extends Operation> = Json<Success<operations[K]['responses']>>;
