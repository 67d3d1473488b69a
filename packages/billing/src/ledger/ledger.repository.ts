import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { ledgerRows, type LedgerAccount, type LedgerCause } from '../credits/ledger-rows.repository.js';
import type { Balance, LedgerEntry } from './ledger-entry.js';

/** A move of credits that is a change of its own. */
export type LedgerMove = {
  readonly tenantId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: number;
  readonly cause: LedgerCause;
  readonly causeId: string;
};

/** The columns of a `LedgerEntry`. */
export const ledgerColumns = `id, from_account as "from", to_account as "to", amount, cause_type as cause,
  cause_id as "causeId", created_at as "createdAt"`;

const list = statement(
  'ledger-list',
  `select ${ledgerColumns} from ledger_entry where tenant_id = $1 and id < $2 order by id desc limit $3`,
);

const balance = statement('ledger-balance', 'select available, reserved from credit_account where tenant_id = $1');

const lockBalance = `select available::float8 as available, reserved::float8 as reserved from credit_account
  where tenant_id = $1 for no key update`;

const ofCause = `select tenant_id as "tenantId", from_account as "from", to_account as "to", amount::float8 as amount,
    cause_type as cause, cause_id as "causeId"
  from ledger_entry where cause_type = $1 and cause_id = $2`;

const move = (cause: LedgerCause) => {
  const expressions = { tenantId: '$1', from: '$2::text', to: '$3::text', amount: '$4::bigint', causeId: '$5' };
  return `with ${ledgerRows(cause, expressions, '')} select amount::float8 as amount from ledger`;
};

/** The entries of tenants, and their sums. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly database: Database) {}

  /** Newest first, those before the entry `before`. */
  async list(tenantId: string, before: number, limit: number): Promise<LedgerEntry[]> {
    return this.database.query<LedgerEntry>(list, [tenantId, before, limit]);
  }

  /** What a tenant has; nothing, if it has no account. */
  async balance(tenantId: string): Promise<Balance> {
    const [found] = await this.database.query<Balance>(balance, [tenantId]);
    return found ?? { available: 0, reserved: 0 };
  }

  /** The balance, which nothing changes before the transaction ends; undefined if there is no account. */
  async lockBalance(tx: Tx, tenantId: string): Promise<Balance | undefined> {
    return (await tx.$queryRawUnsafe<Balance[]>(lockBalance, tenantId))[0];
  }

  /** The move of a cause, if it was made. */
  async find(tx: Tx, cause: LedgerCause, causeId: string): Promise<LedgerMove | undefined> {
    return (await tx.$queryRawUnsafe<LedgerMove[]>(ofCause, cause, causeId))[0];
  }

  /** Writes one entry; the balances follow. */
  async move(tx: Tx, { tenantId, from, to, amount, cause, causeId }: LedgerMove): Promise<void> {
    await tx.$queryRawUnsafe(move(cause), tenantId, from, to, amount, causeId);
  }
}
