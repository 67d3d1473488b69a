import { object, string } from '@mailroom/openapi';

/** An address and its display name, "" if there is none. */
export const address = object({ email: string, name: string });
