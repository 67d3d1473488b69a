import { integer, object, resource } from '@mailroom/openapi';

/** What was deleted or revoked. */
export const deletedResource = resource('Deleted', object({ id: integer }), { id: 12 });
