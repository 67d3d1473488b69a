import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { CreditAccountRepository } from './credits/credit-account.repository.js';
import { LedgerCheckRepository } from './ledger/ledger-check.repository.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { OperatorBillingRepository } from './operator/operator-billing.repository.js';
import { PaymentProofRepository } from './proofs/payment-proof.repository.js';
import { ReceiptRepository } from './receipts/receipt.repository.js';

@Module({
  imports: [IdentityModule],
  providers: [
    CreditAccountRepository,
    Ledger,
    LedgerRepository,
    LedgerCheckRepository,
    OperatorBillingRepository,
    PaymentProofRepository,
    ReceiptRepository,
  ],
  exports: [CreditAccountRepository, Ledger, OperatorBillingRepository, PaymentProofRepository, ReceiptRepository],
})
export class BillingModule {}
