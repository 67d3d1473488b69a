import type { IssuedProof } from '@mailroom/billing';
import { about, integer, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';

export const proofResource = resource(
  'PaymentProof',
  object({
    x_payment_proof: about(string, 'for the header x-payment-proof of that one call'),
    method: string,
    path: string,
    credits: about(integer, 'what it holds reserved; given back if it is not used'),
    expires_at: string,
    receipt_id: about(nullable('string'), 'the payment that was made for it'),
  }),
  {
    x_payment_proof: `t=1772355600,n=${'5f2c'.repeat(8)},v1=${'9a51'.repeat(16)}`,
    method: 'POST',
    path: '/v2/mailboxes/leases',
    credits: 1,
    expires_at: '2026-03-01T09:02:00.000Z',
    receipt_id: null,
  },
);

export function proofView(
  { text, credits, expiresAt, receipt }: IssuedProof,
  call: { readonly method: string; readonly path: string },
): ValueOf<typeof proofResource> {
  return {
    x_payment_proof: text,
    method: call.method,
    path: call.path,
    credits,
    expires_at: expiresAt.toISOString(),
    receipt_id: receipt?.id ?? null,
  };
}
