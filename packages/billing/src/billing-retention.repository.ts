import type { ExpiringRows } from '@mailroom/database';

/** Receipts that brought nothing; those that did stay with the ledger. */
export const failedReceipts: ExpiringRows = {
  table: 'receipt',
  key: 'id',
  since: 'ended_at',
  where: "status = 'failed'",
};
