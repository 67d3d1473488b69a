import { Injectable } from '@nestjs/common';
import { Database, statement, walkBack, type Walk } from '@mailroom/database';
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

const end = `coalesce($1::text, 'rcp_g')`;
const receipts = (name: string, { where, order }: Walk) =>
  statement(
    `operator-receipts-${name}`,
    `select ${receiptColumns} from receipt where ${where} and ($3::text is null or tenant_id = $3)
       and ($4::text is null or status = $4) order by ${order} limit $2`,
  );
const receiptLists = {
  all: receipts('all', { where: `id < ${end}`, order: 'id desc' }),
  tenant: receipts('tenant', walkBack({ tenant_id: '$3' }, 'id', end)),
  status: receipts('status', walkBack({ status: '$4' }, 'id', end)),
  both: receipts('both', walkBack({ tenant_id: '$3', status: '$4' }, 'id', end)),
};

const entries = (name: string, { where, order }: Walk) =>
  statement(
    `operator-ledger-${name}`,
    `select ${ledgerColumns}, tenant_id as "tenantId" from ledger_entry where ${where}
       and ($3::text is null or tenant_id = $3) and ($4::text is null or (cause_type = $4 and cause_id = $5::text))
     order by ${order} limit $2`,
  );
const ledgerLists = {
  all: entries('all', { where: 'id < $1', order: 'id desc' }),
  tenant: entries('tenant', walkBack({ tenant_id: '$3' }, 'id', '$1')),
  // A cause makes a few moves, which are sorted.
  cause: entries('cause', { where: 'cause_type = $4 and cause_id = $5 and id < $1', order: 'id + 0 desc' }),
};

const balances = statement(
  'operator-balances',
  `select tenant_id as "tenantId", available, reserved from credit_account where tenant_id = any ($1::text[])`,
);

/** How many of the newest payments are looked at. */
const LOOKED_AT = 5_000;

const payers = statement(
  'operator-payers',
  `select distinct tenant_id as "tenantId" from (
     select tenant_id, purpose from receipt where status = 'settled' order by id desc limit ${LOOKED_AT}) r
   where purpose = $1`,
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

  /** Who has paid for an upgrade, by the newest payments. */
  async upgradePayers(): Promise<string[]> {
    const rows = await this.database.query<{ tenantId: string }>(payers, ['upgrade']);
    return rows.map(({ tenantId }) => tenantId);
  }

  async waiting(): Promise<UnsettledReceipts> {
    const [row] = await this.database.query<UnsettledReceipts>(waiting);
    return row ?? { count: 0, since: null };
  }
}
