import { Module } from '@nestjs/common';
import { IdentityModule } from '@mailroom/identity';
import { CreditAccountRepository } from './credits/credit-account.repository.js';

@Module({
  imports: [IdentityModule],
  providers: [CreditAccountRepository],
  exports: [CreditAccountRepository],
})
export class BillingModule {}
