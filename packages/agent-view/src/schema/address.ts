import { object, string } from './schema.js';

/** An address and its display name, "" if there is none. */
export const address = object({ email: string, name: string });
