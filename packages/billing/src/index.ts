export { endedProofs, failedReceipts } from './billing-retention.repository.js';
export { BillingModule } from './billing.module.js';
export { CreditAccountRepository } from './credits/credit-account.repository.js';
export {
  ledgerAccounts,
  ledgerCauses,
  ledgerRows,
  type LedgerAccount,
  type LedgerCause,
} from './credits/ledger-rows.repository.js';
export {
  isOfFreeTier,
  rememberExternal,
  senderAccount,
  type AccountLock,
} from './credits/sender-account.repository.js';
export type { PaymentPlace } from './facilitator/facilitator.js';
export type { Balance, LedgerDifference, LedgerEntry } from './ledger/ledger-entry.js';
export { Ledger } from './ledger/ledger.js';
export {
  OperatorBillingRepository,
  type LedgerFilter,
  type OperatorLedgerEntry,
  type ReceiptFilter,
} from './operator/operator-billing.repository.js';
export { BillingAdministration } from './payments/billing-administration.js';
export { BillingService, type BillingAccount, type UpgradeAnswer } from './payments/billing.service.js';
export { openPayments } from './payments/open-payments.js';
export { chainDirectory, paymentNetwork, readPayments, type PaymentSettings } from './payments/payment.settings.js';
export { PaymentPurpose } from './payments/payment-purpose.js';
export { PaymentPurposes } from './payments/payment-purposes.js';
export { Payments, type PaymentRequest } from './payments/payments.js';
export { PaymentsModule } from './payments/payments.module.js';
export { PaymentsOptions } from './payments/payments.options.js';
export { encodeHeader, type Order, type Quote } from './payments/quote.js';
export { formatUsdc, parseUsdc } from './payments/usdc.js';
export { PaymentProofs, type CheckedProof, type IssuedProof } from './proofs/payment-proofs.js';
export { ProofReturn } from './proofs/proof-return.js';
export { PaymentProofRepository } from './proofs/payment-proof.repository.js';
export { ProofRefused, type PaidCall, type ProofFault } from './proofs/proof-text.js';
export { receiptGauges } from './receipts/receipt-gauges.repository.js';
export { ReceiptRepository } from './receipts/receipt.repository.js';
export { ReceiptSettlement } from './receipts/receipt-settlement.js';
export { ReceiptSweeper } from './receipts/receipt-sweeper.js';
export { receiptStatuses, type Receipt, type ReceiptStatus } from './receipts/receipt.js';
