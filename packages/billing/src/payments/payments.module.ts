import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { BillingModule } from '../billing.module.js';
import { ReceiptSettlement } from '../receipts/receipt-settlement.js';
import { BillingAdministration } from './billing-administration.js';
import { BillingService } from './billing.service.js';
import { PaymentPurposes } from './payment-purposes.js';
import { Payments } from './payments.js';
import { PaymentsOptions } from './payments.options.js';
import { TopUpPurpose } from './top-up.purpose.js';
import { UpgradePurpose } from './upgrade.purpose.js';

const parts = [Payments, PaymentPurposes, ReceiptSettlement, BillingService, BillingAdministration];

/** Payments, and what credits and the upgrade cost. Whoever knows another purpose registers it with `PaymentPurposes`. */
@Module({})
export class PaymentsModule {
  static with(options: PaymentsOptions): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [BillingModule, IdentityModule],
      providers: [{ provide: PaymentsOptions, useValue: options }, ...parts, TopUpPurpose, UpgradePurpose],
      exports: [...parts, PaymentsOptions, BillingModule],
    };
  }

  constructor(purposes: PaymentPurposes, topUps: TopUpPurpose, upgrades: UpgradePurpose) {
    purposes.register(topUps);
    purposes.register(upgrades);
  }
}
