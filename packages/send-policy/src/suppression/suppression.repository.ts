import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';
import { keptTally } from '../risk/risk-tally.repository.js';

export type SuppressionReason = 'bounce' | 'complaint';

export type Suppression = {
  readonly id: number;
  readonly tenantId: string;
  /** The address in its canonical form. */
  readonly address: string;
  readonly reason: SuppressionReason;
  readonly mailboxId: number;
  readonly sourceEmailId: number;
  /** Enhanced status code, or "". */
  readonly smtpStatus: string;
  readonly createdAt: Date;
};

export type NewSuppression = Pick<Suppression, 'address' | 'reason' | 'mailboxId' | 'sourceEmailId' | 'smtpStatus'>;

export type SuppressionPage = {
  /** Null for the suppressions of the whole tenant. */
  readonly mailboxId: number | null;
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

const columns = `id, tenant_id as "tenantId", address, reason, mailbox_id as "mailboxId",
  source_email_id as "sourceEmailId", smtp_status as "smtpStatus", created_at as "createdAt"`;

const list = (order: string, beyond: string) =>
  statement(
    `suppression-list-${order}`,
    `select ${columns} from suppression
     where tenant_id = $1 and ($2::int is null or mailbox_id = $2) and id ${beyond} $3 order by id ${order} limit $4`,
  );
const lists = { desc: list('desc', '<'), asc: list('asc', '>') };

/** What the controls count of a suppression outlives it. */
const remove = statement(
  'suppression-delete',
  `with lifted as (
     delete from suppression where tenant_id = $1 and address = $2 returning id, tenant_id, reason, created_at),
   ${keptTally('lifted')}
   select id from lifted`,
);

const insert = `insert into suppression (tenant_id, address, reason, mailbox_id, source_email_id, smtp_status)
  select m.tenant_id, s.address, s.reason, s."mailboxId", s."sourceEmailId", s."smtpStatus"
  from json_to_recordset($1::json) as s (address text, reason text, "mailboxId" int, "sourceEmailId" bigint,
    "smtpStatus" text) join mailbox m on m.id = s."mailboxId"
  order by s.address on conflict do nothing`;

/** SQL: those of these canonical addresses that are suppressed, as one JSON array; null if none is. */
export function suppressedAmong(tenantId: string, addresses: string): string {
  return `select jsonb_agg(address) from suppression where tenant_id = ${tenantId} and address = any (${addresses})`;
}

/** Addresses that a tenant must not write to. */
@Injectable()
export class SuppressionRepository {
  constructor(private readonly database: Database) {}

  async list(tenantId: string, { mailboxId, cursor, oldestFirst, limit }: SuppressionPage): Promise<Suppression[]> {
    const from = cursor ?? (oldestFirst ? 0 : Number.MAX_SAFE_INTEGER);
    return this.database.query<Suppression>(lists[oldestFirst ? 'asc' : 'desc'], [tenantId, mailboxId, from, limit]);
  }

  async delete(tenantId: string, address: string): Promise<boolean> {
    return (await this.database.query(remove, [tenantId, address])).length > 0;
  }

  /** An address that is already suppressed keeps its first reason. */
  async insert(tx: Tx, suppressions: readonly NewSuppression[]): Promise<void> {
    if (suppressions.length > 0) await tx.$executeRawUnsafe(insert, JSON.stringify(suppressions));
  }
}
