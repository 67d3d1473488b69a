/** What the operator, or a control that acts by itself, has made of a tenant. */
export type TenantState = 'active' | 'suspended';

/** How far a tenant has come towards paying. */
export type BillingState = 'free' | 'paid_review' | 'paid_active';

/** Whether a tenant that is not suspended may send to the outside. */
export type OutboundLevel = 'internal_only' | 'external_review' | 'external_enabled';

/** The level, or that the tenant is suspended, whatever its level: it comes back with the tenant. */
export type OutboundPolicy = OutboundLevel | 'suspended';

/** How far a tenant has come, whatever its state. */
export type TenantStanding = {
  readonly metered: boolean;
  readonly status: TenantState;
  readonly billingState: BillingState;
  readonly sendPolicy: OutboundLevel;
};

/** What a tenant's standing allows it to send. */
export function outboundPolicyOf({ status, sendPolicy }: TenantStanding): OutboundPolicy {
  return status === 'suspended' ? 'suspended' : sendPolicy;
}

/** What a tenant's state decides. Its mail arrives, is read and is worked on in every state. */
export type TenantAct = 'send';

const allowed: Readonly<Record<TenantAct, readonly TenantState[]>> = {
  send: ['active'],
};

/** The states in which a tenant may do something. */
export function statesThatMay(act: TenantAct): readonly TenantState[] {
  return allowed[act];
}
