import type { ExpiringRows } from '@mailroom/database';

/** Receipts that brought nothing; those that did stay with the ledger. */
export const failedReceipts: ExpiringRows = {
  table: 'receipt',
  key: 'id',
  since: 'ended_at',
  where: "status = 'failed'",
};

/** Proofs of payment that were used or returned; what they moved stays in the ledger. */
export const endedProofs: ExpiringRows = {
  table: 'payment_proof',
  key: 'nonce',
  since: 'coalesce(used_at, returned_at)',
  where: '(used_at is not null or returned_at is not null)',
};
