/** What the operator, or a control that acts by itself, has made of a tenant. */
export const tenantStates = ['active', 'suspended'] as const;
export type TenantState = (typeof tenantStates)[number];

/** How far a tenant has come towards paying. */
export const billingStates = ['free', 'paid_review', 'paid_active'] as const;
export type BillingState = (typeof billingStates)[number];

/** Whether a tenant that is not suspended may send to the outside. */
export const outboundLevels = ['internal_only', 'external_review', 'external_enabled'] as const;
export type OutboundLevel = (typeof outboundLevels)[number];

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

/** Names a standing, so that whoever changes it can say what he saw. */
export function versionOfStanding({ status, billingState, sendPolicy }: TenantStanding): string {
  return [status, billingState, sendPolicy].join('.');
}

/** What of a standing changes for a policy: a suspension leaves the level as it is, for the day on which it ends. */
export function standingFor(policy: OutboundPolicy): Partial<TenantStanding> {
  if (policy === 'suspended') return { status: 'suspended' };
  return { status: 'active', sendPolicy: policy };
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
