import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import type { LedgerCause } from '../credits/ledger-rows.repository.js';
import type { Balance, LedgerEntry } from '../ledger/ledger-entry.js';
import { ledgerColumns } from '../ledger/ledger.repository.js';
import { receiptColumns, receiptOf, type ReceiptRow } from '../receipts/receipt.repository.js';
import type { Receipt, ReceiptStatus } from '../receipts/receipt.js';

export type ReceiptFilter = {
  readonly tenantId?: string | undefined;
  readonly status?: ReceiptStatus | undefined;
};

/** Moves of one tenant, of one cause, or all. */
export type LedgerFilter = {
  readonly tenantId?: string | undefined;
  readonly cause?: { readonly type: LedgerCause; readonly id: string } | undefined;
};

export type OperatorLedgerEntry = LedgerEntry & { readonly tenantId: string };

type ReceiptPage = { readonly cursor: string | undefined; readonly limit: number };
type LedgerPage = { readonly cursor: number | undefined; readonly limit: number };

/** The most that is counted for an overview. */
const MAX_WAITING = 1_000;

const receipts = (name: string, which: string) =>
  statement(
    `operator-receipts-${name}`,
    `select ${receiptColumns} from receipt where ${which} and ($1::text is null or id < $1) order by id desc limit $2`,
  );
const receiptLists = {
  all: receipts('all', '$3::text is null and $4::text is null'),
  tenant: receipts('tenant', 'tenant_id = $3::text and $4::text is null'),
  status: receipts('status', 'status = $4::text and $3::text is null'),
  both: receipts('both', 'tenant_id = $3::text and status = $4::text'),
};

const entries = (name: string, which: string) =>
  statement(
    `operator-ledger-${name}`,
    `select ${ledgerColumns}, tenant_id as "tenantId" from ledger_entry where ${which} and id < $1
     order by id desc limit $2`,
  );
const ledgerLists = {
  all: entries('all', '$3::text is null and $4::text is null and $5::text is null'),
  tenant: entries('tenant', 'tenant_id = $3::text and $4::text is null and $5::text is null'),
  cause: entries('cause', 'cause_type = $4::text and cause_id = $5::text and ($3::text is null or tenant_id = $3)'),
};

const balances = statement(
  'operator-balances',
  `select tenant_id as "tenantId", available, reserved from credit_account where tenant_id = any ($1::text[])`,
);

const waiting = statement(
  'operator-receipts-waiting',
  `select count(*)::int as count, min(created_at) as since from (
     select created_at from receipt where status in ('pending', 'verified') and next_attempt_at is null limit ${MAX_WAITING}) r`,
);

/** Payments whose outcome only a person can find out, counted up to 1000. */
export type UnsettledReceipts = { readonly count: number; readonly since: Date | null };

/** Payments and credits as the operator looks for them, whosever they are. */
@Injectable()
export class OperatorBillingRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async receipts({ tenantId, status }: ReceiptFilter, { cursor, limit }: ReceiptPage): Promise<Receipt[]> {
    const by = tenantId === undefined ? (status ? 'status' : 'all') : status ? 'both' : 'tenant';
    const values = [cursor ?? null, limit, tenantId ?? null, status ?? null];
    return (await this.database.query<ReceiptRow>(receiptLists[by], values)).map(receiptOf);
  }

  /** Newest first. */
  async ledger({ tenantId, cause }: LedgerFilter, { cursor, limit }: LedgerPage): Promise<OperatorLedgerEntry[]> {
    const by = cause ? 'cause' : tenantId === undefined ? 'all' : 'tenant';
    const values = [cursor ?? Number.MAX_SAFE_INTEGER, limit, tenantId ?? null, cause?.type ?? null, cause?.id ?? null];
    return this.database.query<OperatorLedgerEntry>(ledgerLists[by], values);
  }

  /** What each of these tenants has; one without an account has nothing, and is left out. */
  async balances(tenantIds: readonly string[]): Promise<ReadonlyMap<string, Balance>> {
    const rows = await this.database.query<Balance & { tenantId: string }>(balances, [tenantIds]);
    return new Map(rows.map(({ tenantId, available, reserved }) => [tenantId, { available, reserved }]));
  }

  async waiting(): Promise<UnsettledReceipts> {
    const [row] = await this.database.query<UnsettledReceipts>(waiting);
    return row ?? { count: 0, since: null };
  }
}
