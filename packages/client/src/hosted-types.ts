import type { components, operations } from './api/hosted/schema.js';

type Operation = keyof operations;
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;
type Success<R> = R[keyof R & (200 | 201 | 202)];

/** What an operation of hosted mailboxes takes in its query. */
export type HostedQuery<K extends Operation> = NonNullable<operations[K]['parameters']['query']>;
/** What it takes in its body. */
export type HostedBody<K extends Operation> = operations[K] extends { requestBody?: infer R }
  ? Json<NonNullable<R>>
  : never;
/** What it answers. */
export type HostedAnswer<K extends Operation> = Json<Success<operations[K]['responses']>>;

type Schemas = components['schemas'];
export type HostedMailbox = Schemas['HostedMailbox'];
export type HostedMessage = Schemas['Message'];
