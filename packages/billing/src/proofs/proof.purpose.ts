import { Injectable } from '@nestjs/common';
import { PaymentPurpose } from '../payments/payment-purpose.js';
import { PaymentsOptions } from '../payments/payments.options.js';
import type { Order } from '../payments/quote.js';

/** What one call costs beyond the free limits. */
export const PROOF_CREDITS = 1;

/** A proof for one call, by a tenant that has no credits. */
@Injectable()
export class ProofPurpose extends PaymentPurpose {
  override readonly name = 'proof';
  override readonly path = '/v2/payments/proof';
  override readonly description = 'One call beyond the free limits';

  constructor(private readonly options: PaymentsOptions) {
    super();
  }

  order(): Order {
    const amount = BigInt(PROOF_CREDITS) * this.options.prices.credit;
    return { purpose: this.name, amount, credits: PROOF_CREDITS };
  }

  override orderLike(): Order {
    return this.order();
  }

  /** Credits are all that it brings; the proof is issued from them. */
  override async settled(): Promise<void> {}
}
