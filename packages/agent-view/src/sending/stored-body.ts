import { later } from '../schema/example-times.js';
import { resource, type ValueOf } from '../schema/resource.js';
import { object, string } from '../schema/schema.js';

export const storedBodyResource = resource('StoredBody', object({ bodyRef: string, expiresAt: string }), {
  bodyRef: 'ref_0193f1c2',
  expiresAt: later,
});

export type StoredBodyResource = ValueOf<typeof storedBodyResource>;

export function storedBodyView(stored: { readonly bodyRef: string; readonly expiresAt: Date }): StoredBodyResource {
  return { bodyRef: stored.bodyRef, expiresAt: stored.expiresAt.toISOString() };
}
