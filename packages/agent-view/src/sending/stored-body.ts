import { object, resource, string, type ValueOf } from '@mailroom/openapi';
import { later } from '../schema/example-times.js';

export const storedBodyResource = resource('StoredBody', object({ bodyRef: string, expiresAt: string }), {
  bodyRef: 'ref_0193f1c2',
  expiresAt: later,
});

export type StoredBodyResource = ValueOf<typeof storedBodyResource>;

export function storedBodyView(stored: { readonly bodyRef: string; readonly expiresAt: Date }): StoredBodyResource {
  return { bodyRef: stored.bodyRef, expiresAt: stored.expiresAt.toISOString() };
}
