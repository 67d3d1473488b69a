import { pageParameters, query, type Query } from '@mailroom/http';
import { billingStates, outboundLevels, type TenantFilter } from '@mailroom/identity';
import type { QueryParameter } from '@mailroom/openapi';

const policies = [...outboundLevels, 'suspended'] as const;

export const searchParameter: QueryParameter = {
  type: 'string',
  description: 'what an id, a name, a domain or an address of it begins with; at most the first 1000 of each are found',
  maxLength: 200,
};

export const tenantParameters: Readonly<Record<string, QueryParameter>> = {
  q: searchParameter,
  policy: { type: 'string', description: 'what it may send', enum: policies },
  billingState: { type: 'string', description: 'how far it has come towards paying', enum: billingStates },
  upgradePaid: {
    type: 'boolean',
    description: 'true: only those who have paid for an upgrade, by the newest 5,000 payments',
  },
  metered: { type: 'boolean', description: 'whether it pays for itself' },
  ...pageParameters,
};

/** @throws invalid_request */
export function tenantFilter(parameters: Query): TenantFilter {
  const policy = query.oneOf(parameters, 'policy', policies);
  const billing = query.oneOf(parameters, 'billingState', billingStates);
  const metered = query.boolean(parameters, 'metered');
  return {
    statuses: policy === undefined ? ['active', 'suspended'] : [policy === 'suspended' ? policy : 'active'],
    levels: policy === undefined || policy === 'suspended' ? outboundLevels : [policy],
    billingStates: billing === undefined ? billingStates : [billing],
    metered: metered === undefined ? [true, false] : [metered],
  };
}
