import { formatUsdc, receiptStatuses, type Receipt } from '@mailroom/billing';
import { about, integer, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';

export const receiptResource = resource(
  'Receipt',
  object({
    receiptId: string,
    tenantId: string,
    status: about(word(receiptStatuses), 'once it is verified, the money may have moved'),
    purpose: about(string, 'topup, upgrade or proof'),
    credits: about(integer, 'what it brings once it is settled'),
    amountUsdc: string,
    network: string,
    asset: string,
    payTo: string,
    payer: string,
    nonce: string,
    transaction: about(nullable('string'), 'on the chain, once it is settled'),
    reason: about(nullable('string'), 'why it is not settled'),
    validBefore: about(string, 'until when the payer has authorized it'),
    createdAt: string,
    endedAt: nullable('string'),
  }),
  {
    receiptId: 'rcp_019a9f3c5b7a7c3e8f1d2b4a6c8e0f12',
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    status: 'settled',
    purpose: 'topup',
    credits: 100,
    amountUsdc: '0.10',
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    payer: '0x857b06519e91e3a54538791bdbb0e22373e36b66',
    nonce: '0x9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0',
    transaction: '0x1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a',
    reason: null,
    validBefore: '2026-03-01T09:05:00.000Z',
    createdAt: '2026-03-01T09:00:00.000Z',
    endedAt: '2026-03-01T09:00:01.000Z',
  },
);

export function receiptView(receipt: Receipt): ValueOf<typeof receiptResource> {
  const { id, amount, validBefore, createdAt, endedAt, ...rest } = receipt;
  return {
    receiptId: id,
    ...rest,
    amountUsdc: formatUsdc(amount),
    validBefore: validBefore.toISOString(),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
