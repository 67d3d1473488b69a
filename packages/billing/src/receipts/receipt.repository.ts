import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  Claims,
  Database,
  isOfBatch,
  isUniqueViolation,
  statement,
  upkeepStatement,
  type Tx,
} from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { uuidv7 } from '@mailroom/ids';
import type { ClaimedReceipt, Receipt } from './receipt.js';

/** What a receipt is opened with; the proof has been checked. */
export type NewReceipt = Pick<
  Receipt,
  'tenantId' | 'purpose' | 'network' | 'asset' | 'payTo' | 'payer' | 'nonce' | 'amount' | 'credits' | 'validBefore'
> & { readonly proofHash: Buffer; readonly proof: object; readonly requirements: object };

/** Receipts of one tenant that may be open at once: each costs the facilitator a question now and then. */
export const MAX_OPEN = 20;
/** How long a process has for the questions of one attempt. */
const LEASE_SECONDS = 45;
/** A receipt that nobody claimed in this time was left by a process that died. */
const ORPHANED_SECONDS = 3;
/** After the end of an authorization, blocks and answers may still be on their way for this long. */
const LATE_SECONDS = 60;
/**
 * A chain that does not answer is asked for this long after that end, and this often: the hours may have passed while
 * the system itself was away, and a client can have had it asked every second.
 */
const SPENT = { hours: 6, attempts: 20 };

/** A receipt as the database gives it. */
export type ReceiptRow = Omit<Receipt, 'amount'> & { readonly amount: string };
type Row = ReceiptRow;
type ClaimedRow = Row &
  Pick<ClaimedReceipt, 'leaseToken' | 'attempts' | 'payment' | 'isExpired' | 'isLate' | 'isSpent'>;

/** The columns of a `ReceiptRow`. */
export const receiptColumns = `id, tenant_id as "tenantId", purpose, status, network, asset, pay_to as "payTo", payer, nonce,
  amount::text as amount, credits::float8 as credits, valid_before as "validBefore", reason, transaction,
  created_at as "createdAt", ended_at as "endedAt"`;
const columns = receiptColumns;
const claimed = `${columns}, lease_token::text as "leaseToken", attempts,
  json_build_object('payload', proof, 'requirements', requirements) as payment,
  valid_before <= now() as "isExpired", valid_before + interval '${LATE_SECONDS} seconds' <= now() as "isLate",
  attempts >= ${SPENT.attempts} and valid_before + interval '${SPENT.hours} hours' <= now() as "isSpent"`;
const isOpen = `status in ('pending', 'verified')`;
const isFree = `${isOpen} and (lease_expires_at is null or lease_expires_at <= now())`;
const unclaimed = 'lease_token = null, lease_expires_at = null';
const ended = `ended_at = now(), next_attempt_at = null, proof = null, requirements = null, ${unclaimed}`;
const begin = (token: string) => `lease_token = ${token}::uuid, attempts = attempts + 1,
  lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', next_attempt_at = now() + interval '${LEASE_SECONDS} seconds'`;
/** No other receipt holds the authorization of the row `r`. */
const hasNonce = `not exists (select from receipt o where o.id <> r.id and o.status in ('verified', 'settled')
  and (o.network, o.asset, o.payer, o.nonce) = (r.network, r.asset, r.payer, r.nonce))`;

const byHash = `select ${columns} from receipt where tenant_id = $1 and proof_hash = $2`;
const find = statement('receipt-find', `select ${columns} from receipt where id = $1`);
const isHeld = statement('receipt-held', `select from receipt where id = $1 and not (${isFree})`);
const known = statement('receipt-known', byHash);
const list = statement(
  'receipt-list',
  `select ${columns} from receipt where tenant_id = $1 and ($2::text is null or id < $2) order by id desc limit $3`,
);
const hasSettled = statement(
  'receipt-has-settled',
  `select from receipt where tenant_id = $1 and purpose = $2 and status = 'settled' limit 1`,
);
const claim = statement(
  'receipt-claim',
  `update receipt set ${begin('$2')} where id = $1 and ${isFree} returning ${claimed}`,
);
const isDue = `${isFree} and next_attempt_at <= now()`;
const dueWithout = (passed: string) => `receipt where ${isDue} and id <> all (${passed}::text[])
     order by next_attempt_at limit $1`;
const claimFrom = (name: string, due: string) =>
  upkeepStatement(
    name,
    `with due as (select ctid, id from ${due} for update skip locked)
   update receipt set ${begin('$2')} where ${isOfBatch('due', 'id')} returning ${claimed}`,
  );
const claimDue = claimFrom('receipt-claim-due', dueWithout('$3'));
const claimThese = claimFrom('receipt-claim-these', `receipt where ${isDue} and id = any ($1::text[])`);
const lookForDue = upkeepStatement('receipt-due', `select id from ${dueWithout('$2')}`);
const release = statement(
  'receipt-release',
  `update receipt set reason = $3, ${unclaimed}, next_attempt_at = now() + make_interval(secs => $4::float8)
   where id = $1 and lease_token = $2 and ${isOpen} returning ${columns}`,
);
const verified = statement(
  'receipt-verified',
  `update receipt r set status = 'verified', verified_at = now(), reason = null
   where id = $1 and lease_token = $2 and status = 'pending' and ${hasNonce} returning ${columns}`,
);
const failed = statement(
  'receipt-failed',
  `update receipt set status = 'failed', reason = $3, ${ended}
   where id = $1 and lease_token = $2 and ${isOpen} returning ${columns}`,
);
const unsettled = statement(
  'receipt-unsettled',
  `select ${columns} from receipt where ${isOpen} and next_attempt_at is null order by id`,
);

const lockAccount = 'select from credit_account where tenant_id = $1 for no key update';
const countOpen = `select count(*)::int as open from (select from receipt where tenant_id = $1 and ${isOpen} limit ${MAX_OPEN}) r`;
const insert = `insert into receipt (id, tenant_id, purpose, proof_hash, proof, requirements, network, asset, pay_to, payer,
    nonce, amount, credits, valid_before, next_attempt_at)
  values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11, $12::bigint, $13::bigint, $14,
    now() + interval '${ORPHANED_SECONDS} seconds')
  returning ${columns}`;
/** Also a receipt that had been given up: what the chain or a person says later is true all the same. */
const settle = (from: string) => `update receipt r set status = 'settled', transaction = $2, reason = null,
    verified_at = coalesce(verified_at, now()), ${ended}
  where id = $1 and status in (${from}) and ${hasNonce} returning ${columns}`;
const abandon = `update receipt set status = 'failed', reason = $2, ${ended} where id = $1 and ${isOpen} returning ${columns}`;

/** Another receipt took the authorization while this one was about to. It undoes the transaction in which it is thrown. */
export class AuthorizationTaken extends Error {
  override readonly name = 'AuthorizationTaken';
}

/** The receipts; its clock is the database's. */
@Injectable()
export class ReceiptRepository {
  readonly #claims = new Claims<{ readonly id: string }>(({ id }) => `The receipt ${id} could not be taken.`);

  constructor(private readonly database: Database) {}

  /** The receipt that a tenant's proof has already. */
  async known(tenantId: string, proofHash: Buffer): Promise<Receipt | undefined> {
    return this.#first(await this.database.query<Row>(known, [tenantId, proofHash]));
  }

  async find(id: string): Promise<Receipt | undefined> {
    return this.#first(await this.database.query<Row>(find, [id]));
  }

  /** Newest first, those before the receipt `before`. */
  async list(tenantId: string, before: string | undefined, limit: number): Promise<Receipt[]> {
    return (await this.database.query<Row>(list, [tenantId, before ?? null, limit])).map(receiptOf);
  }

  /** Whether the tenant has ever paid for this purpose. */
  async hasSettled(tenantId: string, purpose: string): Promise<boolean> {
    return (await this.database.query(hasSettled, [tenantId, purpose])).length > 0;
  }

  /** Those that only a person can settle. */
  async unsettled(): Promise<Receipt[]> {
    return (await this.database.query<Row>(unsettled)).map(receiptOf);
  }

  /**
   * Opens a receipt, once for each proof: the account's row is held meanwhile, so that submissions of a tenant come one
   * after the other. @throws quota_exceeded
   */
  async open(tx: Tx, { tenantId, proofHash, ...data }: NewReceipt): Promise<Receipt> {
    await tx.$queryRawUnsafe(lockAccount, tenantId);
    const before = this.#first(await tx.$queryRawUnsafe<Row[]>(byHash, tenantId, proofHash));
    if (before) return before;
    const [count] = await tx.$queryRawUnsafe<{ open: number }[]>(countOpen, tenantId);
    if ((count?.open ?? 0) >= MAX_OPEN) {
      throw new DomainError('quota_exceeded', `${MAX_OPEN} payments of this tenant are not settled yet.`, {
        fix: 'Settle them with POST /v1/billing/payment/confirm, or wait until they expire.',
        retryAfterSeconds: LATE_SECONDS,
      });
    }
    const id = `rcp_${uuidv7().replaceAll('-', '')}`;
    const { purpose, network, asset, payTo, payer, nonce, amount, credits, validBefore } = data;
    const [proof, requirements] = [JSON.stringify(data.proof), JSON.stringify(data.requirements)];
    const values = [proofHash, proof, requirements, network, asset, payTo, payer, nonce, String(amount), credits];
    const rows = await tx.$queryRawUnsafe<Row[]>(insert, id, tenantId, purpose, ...values, validBefore);
    return this.#first(rows) as Receipt;
  }

  /** Takes the receipt for an attempt; undefined while somebody else has it, and once it is final. */
  async claim(id: string): Promise<ClaimedReceipt | undefined> {
    return (await this.database.query<ClaimedRow>(claim, [id, randomUUID()])).map(claimedOf)[0];
  }

  /**
   * Takes some of those that are due; any number of processes may do so at once.
   *
   * @param onError is told of receipts that can't be taken
   */
  async claimDue(limit: number, onError: (error: unknown) => void): Promise<ClaimedReceipt[]> {
    const [token, passed] = [randomUUID(), this.#claims.passed()];
    const rows = await this.#claims.rows(() => this.database.tryQuery<ClaimedRow>(claimDue, [limit, token, passed]), {
      look: () => this.database.tryQuery<{ id: string }>(lookForDue, [limit, passed]),
      claim: (some) => this.database.tryQuery<ClaimedRow>(claimThese, [some.map(({ id }) => id), token]),
      onError,
    });
    return rows.map(claimedOf);
  }

  /** Whether an attempt is under way somewhere, or none is needed any more. */
  async isHeld(id: string): Promise<boolean> {
    return (await this.database.query(isHeld, [id])).length > 0;
  }

  /** Ends an attempt that settled nothing; without a pause nobody tries again by himself. */
  async release({ id, leaseToken }: ClaimedReceipt, reason: string, pauseSeconds: number | null): Promise<void> {
    await this.database.query(release, [id, leaseToken, reason, pauseSeconds]);
  }

  /** Makes the receipt the one that holds its authorization; false if another one does. */
  async markVerified({ id, leaseToken }: ClaimedReceipt): Promise<boolean> {
    try {
      return (await takingNonce(this.database.query(verified, [id, leaseToken]))).length > 0;
    } catch (error) {
      if (error instanceof AuthorizationTaken) return false;
      throw error;
    }
  }

  async fail({ id, leaseToken }: ClaimedReceipt, reason: string): Promise<void> {
    await this.database.query(failed, [id, leaseToken, reason]);
  }

  /** Returns undefined if it was final before, or if another receipt holds its authorization. @throws AuthorizationTaken */
  async settle(tx: Tx, id: string, transaction: string): Promise<Receipt | undefined> {
    return this.#first(await takingNonce(tx.$queryRawUnsafe<Row[]>(settle(`'pending', 'verified'`), id, transaction)));
  }

  /** The same by a person's word, who may know better than a receipt that failed. @throws AuthorizationTaken */
  async settleByHand(tx: Tx, id: string, transaction: string): Promise<Receipt | undefined> {
    const whatever = settle(`'pending', 'verified', 'failed'`);
    return this.#first(await takingNonce(tx.$queryRawUnsafe<Row[]>(whatever, id, transaction)));
  }

  async failByHand(tx: Tx, id: string, reason: string): Promise<Receipt | undefined> {
    return this.#first(await tx.$queryRawUnsafe<Row[]>(abandon, id, reason));
  }

  #first(rows: readonly Row[]): Receipt | undefined {
    return rows.map(receiptOf)[0];
  }
}

/** Receipts that take an authorization at once do not see each other: the index lets one of them have it. */
async function takingNonce<T>(update: Promise<T>): Promise<T> {
  try {
    return await update;
  } catch (error) {
    throw isUniqueViolation(error) ? new AuthorizationTaken() : error;
  }
}

export function receiptOf(row: Row): Receipt {
  return { ...row, amount: BigInt(row.amount) };
}

function claimedOf(row: ClaimedRow): ClaimedReceipt {
  return { ...row, amount: BigInt(row.amount) };
}
