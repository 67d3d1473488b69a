import type { Balance } from '@mailroom/billing';
import {
  billingStates,
  outboundLevels,
  outboundPolicyOf,
  versionOfStanding,
  type OperatorTenant,
} from '@mailroom/identity';
import type { MailCounts } from '@mailroom/mail';
import { about, boolean, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import { exampleCounts, mailCounts, noMail } from './mail-counts.js';

export const tenantFields = {
  tenantId: string,
  name: string,
  policy: about(word([...outboundLevels, 'suspended']), 'what it may send'),
  sendPolicy: about(word(outboundLevels), 'the same where it is not suspended, or comes back with its restoration'),
  billingState: word(billingStates),
  metered: about(boolean, 'whether it pays for itself; the tenants of the operator do not'),
  reason: about(nullable('string'), 'why its standing is what it is; null if nobody changed it'),
  changedAt: nullable('string'),
  changedBy: about(nullable('string'), 'operator or system'),
  version: about(string, 'what a change of it names as expectedVersion'),
  credits: object({ available: integer, reserved: integer }),
  lastDay: about(mailCounts, 'what happened to its mail in the last 24 hours, up to a minute or two ago'),
  createdAt: string,
};

export const tenantResource = resource('Tenant', object(tenantFields), {
  tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
  name: 'Quillbyte',
  policy: 'external_review',
  sendPolicy: 'external_review',
  billingState: 'paid_review',
  metered: true,
  reason: 'upgrade asked for',
  changedAt: '2026-03-01T13:42:00.000Z',
  changedBy: 'system',
  version: 'active.paid_review.external_review',
  credits: { available: 35, reserved: 12 },
  lastDay: exampleCounts,
  createdAt: '2026-02-18T09:00:00.000Z',
});

export type TenantView = ValueOf<typeof tenantResource>;

export function tenantView(
  tenant: OperatorTenant,
  { balance, lastDay }: { readonly balance: Balance | undefined; readonly lastDay: MailCounts | undefined },
): TenantView {
  return {
    tenantId: tenant.id,
    name: tenant.name,
    policy: outboundPolicyOf(tenant),
    sendPolicy: tenant.sendPolicy,
    billingState: tenant.billingState,
    metered: tenant.metered,
    reason: tenant.reason,
    changedAt: tenant.changedAt?.toISOString() ?? null,
    changedBy: tenant.changedBy,
    version: versionOfStanding(tenant),
    credits: balance ?? { available: 0, reserved: 0 },
    lastDay: lastDay ?? noMail,
    createdAt: tenant.createdAt.toISOString(),
  };
}
