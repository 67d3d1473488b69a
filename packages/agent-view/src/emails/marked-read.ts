import { resource } from '../schema/resource.js';
import { integer, object } from '../schema/schema.js';

export const markedReadResource = resource('MarkedRead', object({ updated: integer }), { updated: 2 });
