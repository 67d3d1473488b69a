import { formatUsdc, type Receipt } from '@mailroom/billing';
import { about, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

export const receiptResource = resource(
  'Receipt',
  object({
    receiptId: string,
    status: about(
      word(['pending', 'verified', 'settled', 'failed']),
      'pending and verified: POST /v1/billing/payment/confirm tries to settle it',
    ),
    purpose: about(string, 'topup, upgrade or proof'),
    credits: about(integer, 'what it brings once it is settled'),
    amountUsdc: string,
    network: string,
    payer: string,
    transaction: about(nullable('string'), 'on the chain, once it is settled'),
    reason: about(nullable('string'), 'why it is not settled'),
    validBefore: about(string, 'until when the payer has authorized it'),
    createdAt: string,
    endedAt: nullable('string'),
  }),
  {
    receiptId: 'rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12',
    status: 'settled',
    purpose: 'topup',
    credits: 100,
    amountUsdc: '0.10',
    network: 'eip155:8453',
    payer: '0x857b06519e91e3a54538791bdbb0e22373e36b66',
    transaction: '0x1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a',
    reason: null,
    validBefore: '2026-03-01T09:05:00.000Z',
    createdAt: '2026-03-01T09:00:00.000Z',
    endedAt: '2026-03-01T09:00:01.000Z',
  },
);

export type ReceiptView = ValueOf<typeof receiptResource>;

export function receiptView(receipt: Receipt): ReceiptView {
  const { id, status, purpose, credits, amount, network, payer, transaction, reason } = receipt;
  return {
    receiptId: id,
    status,
    purpose,
    credits,
    amountUsdc: formatUsdc(amount),
    network,
    payer,
    transaction,
    reason,
    validBefore: receipt.validBefore.toISOString(),
    createdAt: receipt.createdAt.toISOString(),
    endedAt: receipt.endedAt?.toISOString() ?? null,
  };
}
