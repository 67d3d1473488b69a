import { statesThatMay, type TenantAct } from './tenant-state.js';

/** SQL: one row if a tenant may not do something, because of its state or because it does not exist. */
export function tenantMayNot(act: TenantAct, tenantId: string): string {
  const states = statesThatMay(act).map((state) => `'${state}'`);
  return `select true where not exists (select from tenant where id = ${tenantId} and status in (${states.join()}))`;
}
