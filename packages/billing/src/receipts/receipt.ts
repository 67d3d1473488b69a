import type { SignedPayment } from '../facilitator/facilitator.js';
import type { Proof } from '../payments/proof.js';

export const receiptStatuses = ['pending', 'verified', 'settled', 'failed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/** What became of a payment that somebody submitted. */
export type Receipt = {
  /** `rcp_…`; later ones are greater. */
  readonly id: string;
  readonly tenantId: string;
  readonly purpose: string;
  /** Once it is `verified`, the money may have moved. */
  readonly status: ReceiptStatus;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly payer: string;
  readonly nonce: string;
  /** The price, in units of the asset. */
  readonly amount: bigint;
  readonly credits: number;
  readonly validBefore: Date;
  /** Why it is not settled. */
  readonly reason: string | null;
  readonly transaction: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

/** A receipt that this process alone asks about, for as long as its lease. */
export type ClaimedReceipt = Receipt & {
  readonly leaseToken: string;
  readonly attempts: number;
  readonly payment: SignedPayment & { readonly payload: Proof };
  /** Its authorization can't be used any more, by the database's clock. */
  readonly isExpired: boolean;
  /** And has been so for so long that no block and no answer is still on its way. */
  readonly isLate: boolean;
  /** And the chain has been asked so long and so often that only a person will learn more. */
  readonly isSpent: boolean;
};

export function isOpen({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 'pending' || status === 'verified';
}
