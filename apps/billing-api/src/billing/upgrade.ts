import type { UpgradeAnswer } from '@mailroom/billing';
import { about, object, orNull, ref, resource, word, type ValueOf } from '@mailroom/openapi';
import { receiptResource, receiptView } from './receipt.js';

export const upgradeResource = resource(
  'Upgrade',
  object({
    billingState: word(['free', 'paid_review', 'paid_active']),
    policy: word(['internal_only', 'external_review', 'external_enabled', 'suspended']),
    receipt: about(orNull(ref(receiptResource)), 'what it was paid with; null if nothing was to be paid'),
  }),
  { billingState: 'paid_active', policy: 'external_enabled', receipt: receiptResource.example },
);

export function upgradeView({ billingState, policy, receipt }: UpgradeAnswer): ValueOf<typeof upgradeResource> {
  return { billingState, policy, receipt: receipt && receiptView(receipt) };
}
