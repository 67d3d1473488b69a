import { Module, type DynamicModule } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { BillingModule } from '../billing.module.js';
import { PaymentProofs } from '../proofs/payment-proofs.js';
import { ProofPurpose } from '../proofs/proof.purpose.js';
import { ReceiptSettlement } from '../receipts/receipt-settlement.js';
import { BillingAdministration } from './billing-administration.js';
import { BillingService } from './billing.service.js';
import { PaymentPurposes } from './payment-purposes.js';
import { Payments } from './payments.js';
import { PaymentsOptions } from './payments.options.js';
import { TopUpPurpose } from './top-up.purpose.js';
import { UpgradePurpose } from './upgrade.purpose.js';

const parts = [Payments, PaymentPurposes, ReceiptSettlement, BillingService, BillingAdministration, PaymentProofs];

/** Payments, and what credits and the upgrade cost. Whoever knows another purpose registers it with `PaymentPurposes`. */
@Module({})
export class PaymentsModule {
  static with(options: PaymentsOptions): DynamicModule {
    return {
      module: PaymentsModule,
      imports: [BillingModule, IdentityModule],
      providers: [
        { provide: PaymentsOptions, useValue: options },
        ...parts,
        TopUpPurpose,
        UpgradePurpose,
        ProofPurpose,
      ],
      exports: [...parts, PaymentsOptions, BillingModule],
    };
  }

  constructor(purposes: PaymentPurposes, topUps: TopUpPurpose, upgrades: UpgradePurpose, proofs: ProofPurpose) {
    for (const purpose of [topUps, upgrades, proofs]) purposes.register(purpose);
  }
}
