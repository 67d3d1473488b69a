import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { CreditAccountRepository } from './credits/credit-account.repository.js';
import { LedgerCheckRepository } from './ledger/ledger-check.repository.js';
import { Ledger } from './ledger/ledger.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { ReceiptRepository } from './receipts/receipt.repository.js';

@Module({
  imports: [IdentityModule],
  providers: [CreditAccountRepository, Ledger, LedgerRepository, LedgerCheckRepository, ReceiptRepository],
  exports: [CreditAccountRepository, Ledger, ReceiptRepository],
})
export class BillingModule {}
