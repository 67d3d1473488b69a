import type { QueryParameter } from '@mailroom/openapi';

/** Many lists can be narrowed to one tenant. */
export const tenantParameter: Readonly<Record<'tenantId', QueryParameter>> = {
  tenantId: { type: 'string', description: 'only of this tenant', maxLength: 200 },
};
