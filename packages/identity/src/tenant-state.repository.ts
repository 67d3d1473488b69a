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

/** SQL: a tenant that is in its first day, pays for itself, and has no wallet, with the end of that day; else no row. */
export function coolingTenant(tenantId: string): string {
  return `select t.id, t.created_at + interval '24 hours' as until from tenant t
     where t.id = ${tenantId} and t.metered and t.created_at > now() - interval '24 hours'
       and not exists (select from wallet w where w.tenant_id = t.id)`;
}
