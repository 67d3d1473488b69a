import type { components, operations } from './api/schema.js';

type Operation = keyof operations;
type Json<T> = T extends { content: { 'application/json': infer B } } ? B : never;

/** What an operation takes in its query. */
export type Query<K extends Operation> = NonNullable<operations[K]['parameters']['query']>;
/** What an operation takes in its body. */
export type Body<K extends Operation> = operations[K] extends { requestBody?: infer R } ? Json<NonNullable<R>> : never;
/** The `data` of an operation's answer. */
export type Data<K extends Operation> = Json<operations[K]['responses'][200]> extends { data: infer D } ? D : never;

type Schemas = components['schemas'];
export type Attachment = Schemas['Attachment'];
export type Email = Schemas['Email'];
export type EmailTask = Schemas['EmailTask'];
export type Mailbox = Schemas['Mailbox'];
export type TaskStats = Schemas['TaskStats'];
export type Webhook = Schemas['Webhook'];
