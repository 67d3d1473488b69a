/** What the operator has made of a tenant. */
export type TenantState = 'active' | 'suspended';

/** What a tenant's state decides. Its mail arrives, is read and is worked on in every state. */
export type TenantAct = 'send';

const allowed: Readonly<Record<TenantState, readonly TenantAct[]>> = {
  active: ['send'],
  suspended: [],
};

/** Whether a tenant in a state may do something; a state that we do not know allows nothing. */
export function tenantMay(state: string, act: TenantAct): boolean {
  return isTenantState(state) && allowed[state].includes(act);
}

function isTenantState(state: string): state is TenantState {
  return Object.hasOwn(allowed, state);
}
