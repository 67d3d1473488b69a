export { BillingModule } from './billing.module.js';
export { CreditAccountRepository } from './credits/credit-account.repository.js';
export { ledgerRows, type LedgerAccount, type LedgerCause } from './credits/ledger-rows.repository.js';
export { rememberExternal, senderAccount, type AccountLock } from './credits/sender-account.repository.js';
