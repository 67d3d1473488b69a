import { fileURLToPath } from 'node:url';

/** The folder of the built interfaces, beside the built server. */
export const SITE = fileURLToPath(new URL('../../dist/site', import.meta.url));
