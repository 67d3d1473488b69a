import { Injectable } from '@nestjs/common';
import type { Tx } from '@mailroom/database';
import { TenantService } from '@mailroom/identity';
import type { Receipt } from '../receipts/receipt.js';
import { PaymentPurpose } from './payment-purpose.js';
import { PaymentsOptions } from './payments.options.js';
import type { Order } from './quote.js';

/** A tenant that has paid, and may send to the outside without the limits of the free tier. */
@Injectable()
export class UpgradePurpose extends PaymentPurpose {
  override readonly name = 'upgrade';
  override readonly path = '/v1/billing/upgrade-intent';
  override readonly description = 'Upgrade to external sending, with a bundle of credits';

  constructor(
    private readonly tenants: TenantService,
    private readonly options: PaymentsOptions,
  ) {
    super();
  }

  order(): Order {
    const { upgrade, upgradeCredits } = this.options.prices;
    return { purpose: this.name, amount: upgrade, credits: upgradeCredits };
  }

  override orderLike(): Order {
    return this.order();
  }

  /** The tenant is suspended all the same, if it is: its standing shows again when that ends. */
  override async settled(tx: Tx, { id, tenantId }: Receipt): Promise<void> {
    if (this.options.prices.upgradeReview === 'manual') return this.ask(tx, tenantId);
    const standing = { billingState: 'paid_active', sendPolicy: 'external_enabled' } as const;
    await this.tenants.setStanding(tx, tenantId, standing, { reason: `upgrade paid: ${id}` });
  }

  /** Whoever asked is under review; who is beyond that, or was let out by an operator, stays where he is. */
  async ask(tx: Tx, tenantId: string): Promise<void> {
    const { billingState, sendPolicy } = await this.tenants.lockStanding(tx, tenantId);
    if (billingState !== 'free') return;
    const review = sendPolicy === 'internal_only' ? { sendPolicy: 'external_review' as const } : {};
    const standing = { billingState: 'paid_review' as const, ...review };
    await this.tenants.setStanding(tx, tenantId, standing, { reason: 'upgrade asked for' });
  }
}
