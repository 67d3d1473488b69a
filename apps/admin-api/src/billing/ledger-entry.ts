import { ledgerAccounts, ledgerCauses, type OperatorLedgerEntry } from '@mailroom/billing';
import { about, integer, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

export const ledgerEntryResource = resource(
  'LedgerEntry',
  object({
    entryId: integer,
    tenantId: string,
    from: about(word(ledgerAccounts), 'available and reserved are the accounts of the tenant, the others are outside'),
    to: word(ledgerAccounts),
    credits: integer,
    cause: about(word(ledgerCauses), 'what moved them'),
    causeId: string,
    createdAt: string,
  }),
  {
    entryId: 12,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    from: 'paid',
    to: 'available',
    credits: 100,
    cause: 'receipt',
    causeId: 'rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12',
    createdAt: '2026-03-01T09:00:01.000Z',
  },
);

export function ledgerEntryView(entry: OperatorLedgerEntry): ValueOf<typeof ledgerEntryResource> {
  const { id, tenantId, from, to, amount, cause, causeId, createdAt } = entry;
  return { entryId: id, tenantId, from, to, credits: amount, cause, causeId, createdAt: createdAt.toISOString() };
}
