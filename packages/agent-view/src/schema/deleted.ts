import { resource } from './resource.js';
import { integer, object } from './schema.js';

/** What was deleted or revoked. */
export const deletedResource = resource('Deleted', object({ id: integer }), { id: 12 });
