import { defineEvent } from './event.js';

/** How far a tenant may send, or how far it has come towards paying, is not what it was. */
export const tenantPolicyChanged = defineEvent('tenant.policy_changed', {
  tenantId: 'string',
  /** The outbound policy now, `suspended` included. */
  policy: 'string',
  billingState: 'string',
});
