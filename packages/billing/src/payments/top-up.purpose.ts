import { Injectable } from '@nestjs/common';
import { invalidField } from '@mailroom/errors';
import type { Receipt } from '../receipts/receipt.js';
import { PaymentPurpose } from './payment-purpose.js';
import { PaymentsOptions } from './payments.options.js';
import type { Order } from './quote.js';

/** Credits for money. */
@Injectable()
export class TopUpPurpose extends PaymentPurpose {
  override readonly name = 'topup';
  override readonly path = '/v1/billing/topup';
  override readonly description = 'Credits for external recipients';

  constructor(private readonly options: PaymentsOptions) {
    super();
  }

  /** An order of one of the amounts that are on offer; the smallest, if none is named. @throws invalid_request */
  order(credits: number | undefined): Order {
    const { topUps, credit } = this.options.prices;
    const amount = credits ?? topUps[0] ?? 0;
    if (!topUps.includes(amount)) throw invalidField('credits', `must be one of ${topUps.join(', ')}`);
    return { purpose: this.name, amount: BigInt(amount) * credit, credits: amount };
  }

  override orderLike({ credits }: Receipt): Order {
    return this.order(this.options.prices.topUps.includes(credits) ? credits : undefined);
  }

  /** Credits are all that it brings. */
  override async settled(): Promise<void> {}
}
