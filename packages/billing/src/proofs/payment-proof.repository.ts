import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { ledgerRows } from '../credits/ledger-rows.repository.js';
import type { PaidCall } from './proof-text.js';

/** A proof as it is kept, with what is left of it by the database's clock. */
export type StoredProof = {
  readonly nonce: string;
  readonly method: string;
  readonly path: string;
  /** When it was issued, in seconds of Unix time. */
  readonly issued: number;
  readonly expiresAt: Date;
  readonly secondsLeft: number;
  readonly used: boolean;
};

export type NewProof = PaidCall & {
  readonly nonce: string;
  readonly credits: number;
  readonly receiptId: string | null;
};

/** A proof is good for this long. */
const PROOF_SECONDS = 120;

const columns = `nonce, method, path, extract(epoch from issued_at)::float8 as issued, expires_at as "expiresAt",
  extract(epoch from expires_at - clock_timestamp())::float8 as "secondsLeft", used_at is not null as used`;

const isOpen = 'used_at is null and returned_at is null';

const moved = (from: string, to: string, source: string) =>
  ledgerRows(
    'proof',
    { tenantId: 'tenant_id', from: `'${from}'`, to: `'${to}'`, amount: 'credits', causeId: 'nonce' },
    source,
  );

/**
 * Issues a proof and reserves what it costs, if the tenant has as much. The account is locked first, so that of proofs
 * that race only as many are issued as there are credits.
 */
const issue = statement(
  'payment-proof-issue',
  `with account as materialized (
     select available from credit_account where tenant_id = $2 for no key update),
   proof as (
     insert into payment_proof (nonce, tenant_id, method, path, credits, receipt_id, issued_at, expires_at)
     select $1, $2, $3, $4, $5::bigint, $6::text, t.at, t.at + interval '${PROOF_SECONDS} seconds'
     from account, lateral (select date_trunc('second', clock_timestamp()) as at) t where account.available >= $5::bigint
     returning *),
   ${moved('available', 'reserved', 'from proof')}
   select ${columns} from proof`,
);

const find = statement(
  'payment-proof-find',
  `select ${columns} from payment_proof where nonce = $1 and tenant_id = $2`,
);

const findOfReceipt = statement(
  'payment-proof-of-receipt',
  `select ${columns} from payment_proof
   where receipt_id = $1 and tenant_id = $2 and ${isOpen} and expires_at > clock_timestamp()`,
);

/** Spends what the proof holds. Of uses that race one finds it open; the others wait for that one, and then do not. */
const spend = statement(
  'payment-proof-spend',
  `with spent as (
     update payment_proof set used_at = clock_timestamp()
     where nonce = $1 and tenant_id = $2 and ${isOpen} and expires_at > clock_timestamp()
     returning nonce, tenant_id, credits),
   ${moved('reserved', 'spent', 'from spent')}
   select credits from spent`,
);

const isDue = `${isOpen} and expires_at <= now()`;

/** Accounts are changed in the order of their tenants, so that batches of two replicas do not wait for each other. */
const giveBack = (name: string, which: string, lock: 'for update' | 'for update skip locked') =>
  statement(
    `payment-proof-${name}`,
    `with due as (select nonce from payment_proof where ${which} ${lock}),
     returned as (
       update payment_proof p set returned_at = now() from due where p.nonce = due.nonce
       returning p.nonce, p.tenant_id, p.credits),
     ${moved('reserved', 'available', 'from (select * from returned order by tenant_id) r')}
     select nonce from returned`,
  );
const giveBackOldest = giveBack('return', `${isDue} order by expires_at limit $1`, 'for update skip locked');
/** It waits for a statement that has just failed, of which Postgres tells before it lets go of what that had locked. */
const giveBackOne = giveBack('return-one', `nonce = $1 and ${isDue}`, 'for update');

const due = statement(
  'payment-proof-due',
  `select nonce from payment_proof where ${isDue} and nonce > $1 order by nonce limit $2`,
);

/** The proofs of payment; their clock is the database's. */
@Injectable()
export class PaymentProofRepository {
  constructor(private readonly database: Database) {}

  /** Returns undefined if the tenant has too few credits. @throws an error of code 23505 if the receipt has a proof */
  async issue({ nonce, tenantId, method, path, credits, receiptId }: NewProof): Promise<StoredProof | undefined> {
    const values = [nonce, tenantId, method, path, credits, receiptId];
    return (await this.database.query<StoredProof>(issue, values))[0];
  }

  async find(
    tenantId: string,
    nonce: string,
    on: Pick<Database, 'query'> = this.database,
  ): Promise<StoredProof | undefined> {
    return (await on.query<StoredProof>(find, [nonce, tenantId]))[0];
  }

  /** The proof that the credits of a payment were reserved for, as long as it can be used. */
  async findOfReceipt(tenantId: string, receiptId: string): Promise<StoredProof | undefined> {
    return (await this.database.query<StoredProof>(findOfReceipt, [receiptId, tenantId]))[0];
  }

  /** Returns false if the proof was used, or has expired. */
  async spend(on: Pick<Database, 'query'>, tenantId: string, nonce: string): Promise<boolean> {
    return (await on.query(spend, [nonce, tenantId])).length === 1;
  }

  /** Gives the credits of at most `limit` unused proofs back that have expired; returns how many. */
  async giveBack(limit: number): Promise<number> {
    return (await this.database.query(giveBackOldest, [limit])).length;
  }

  async giveBackOne(nonce: string): Promise<void> {
    await this.database.query(giveBackOne, [nonce]);
  }

  /** The next unused proofs that have expired, in the order of their nonces. */
  async due(after: string, limit: number): Promise<string[]> {
    return (await this.database.query<{ nonce: string }>(due, [after, limit])).map(({ nonce }) => nonce);
  }
}
