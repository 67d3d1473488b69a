import { object, resource, string, type ValueOf } from '@mailroom/openapi';

/** A label that some email of the mailbox has. */
export const labelResource = resource('Label', object({ name: string }), { name: 'urgent' });

export type LabelResource = ValueOf<typeof labelResource>;

export function labelView(name: string): LabelResource {
  return { name };
}
