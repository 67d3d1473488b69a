import type { ExpiringRows } from '@mailroom/database';

export const expiredBodyRefs: ExpiringRows = { table: 'body_ref', key: 'id', since: 'expires_at' };
