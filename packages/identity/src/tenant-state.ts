/** What the operator has made of a tenant. */
export type TenantState = 'active' | 'suspended';

/** What a tenant's state decides. Its mail arrives, is read and is worked on in every state. */
export type TenantAct = 'send';

const allowed: Readonly<Record<TenantAct, readonly TenantState[]>> = {
  send: ['active'],
};

/** The states in which a tenant may do something. */
export function statesThatMay(act: TenantAct): readonly TenantState[] {
  return allowed[act];
}
