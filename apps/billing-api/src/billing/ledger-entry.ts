import type { LedgerEntry } from '@mailroom/billing';
import { about, integer, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

export const ledgerEntryResource = resource(
  'LedgerEntry',
  object({
    entryId: integer,
    from: about(
      word(['available', 'reserved', 'paid', 'granted', 'spent', 'revoked']),
      'available and reserved are the accounts of the tenant, the others are outside',
    ),
    to: word(['available', 'reserved', 'paid', 'granted', 'spent', 'revoked']),
    credits: integer,
    cause: about(word(['receipt', 'recipient', 'grant', 'proof']), 'what moved them'),
    causeId: string,
    createdAt: string,
  }),
  {
    entryId: 12,
    from: 'paid',
    to: 'available',
    credits: 100,
    cause: 'receipt',
    causeId: 'rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12',
    createdAt: '2026-03-01T09:00:01.000Z',
  },
);

export function ledgerEntryView(entry: LedgerEntry): ValueOf<typeof ledgerEntryResource> {
  const { id, from, to, amount, cause, causeId, createdAt } = entry;
  return { entryId: id, from, to, credits: amount, cause, causeId, createdAt: createdAt.toISOString() };
}
