import { integer, object, resource } from '@mailroom/openapi';

export const markedReadResource = resource('MarkedRead', object({ updated: integer }), { updated: 2 });
