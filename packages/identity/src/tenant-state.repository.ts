import { statesThatMay, type TenantAct } from './tenant-state.js';

/** SQL: what a tenant may do and who pays for it, as one row; none if there is no such tenant. */
export function tenantStanding(tenantId: string): string {
  return `select id, status, metered, billing_state, send_policy from tenant where id = ${tenantId}`;
}

/** SQL: one row if a tenant may not do something, because of its state or because there is none in `standing`. */
export function tenantMayNot(act: TenantAct, standing: string): string {
  const states = statesThatMay(act).map((state) => `'${state}'`);
  return `select true where not exists (select from ${standing} where status in (${states.join()}))`;
}
