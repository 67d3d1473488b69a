import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, type Tx } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail, TenantService, type AuditedActor } from '@mailroom/identity';
import { uuidv7 } from '@mailroom/ids';
import { CreditAccountRepository } from '../credits/credit-account.repository.js';
import { LedgerCheckRepository } from './ledger-check.repository.js';
import type { Balance, LedgerDifference, LedgerEntry } from './ledger-entry.js';
import { LedgerRepository, type LedgerMove } from './ledger.repository.js';

/** The most credits that one move brings or takes. */
export const MAX_CREDITS = 1_000_000_000;

/** A page of entries, newest first. */
export type LedgerPage = { readonly cursor: number | undefined; readonly limit: number };

/** Who gives or takes credits, and why; the same `changeId` changes them once. */
export type CreditDecision = {
  readonly by: AuditedActor;
  readonly reason: string;
  readonly changeId?: string;
};

/** Where the credits of tenants come from and go to. */
@Injectable()
export class Ledger {
  constructor(
    private readonly database: Database,
    private readonly accounts: CreditAccountRepository,
    private readonly entries: LedgerRepository,
    private readonly checks: LedgerCheckRepository,
    private readonly tenants: TenantService,
    private readonly audit: AuditTrail,
  ) {}

  async balance(tenantId: string): Promise<Balance> {
    return this.entries.balance(tenantId);
  }

  async list(tenantId: string, { cursor, limit }: LedgerPage): Promise<LedgerEntry[]> {
    return this.entries.list(tenantId, cursor ?? Number.MAX_SAFE_INTEGER, limit);
  }

  /** Credits what a receipt has paid for, in the transaction that settles it. */
  async creditReceipt(tx: Tx, tenantId: string, receiptId: string, credits: number): Promise<void> {
    if (credits === 0) return;
    await this.entries.move(tx, {
      tenantId,
      from: 'paid',
      to: 'available',
      amount: credits,
      cause: 'receipt',
      causeId: receiptId,
    });
  }

  /** Gives a tenant credits, whatever kind it is. @throws not_found, invalid_request */
  async grant(tenantId: string, credits: number, decision: CreditDecision = byCommand): Promise<Balance> {
    return this.#change(tenantId, credits, { ...decision, action: 'tenant.credits_granted' });
  }

  /** Takes credits that are available. @throws not_found, invalid_request if there are fewer */
  async revoke(tenantId: string, credits: number, decision: CreditDecision = byCommand): Promise<Balance> {
    return this.#change(tenantId, credits, { ...decision, action: 'tenant.credits_revoked' });
  }

  /** Recomputes every balance, and says what differs. */
  async verify(): Promise<LedgerDifference[]> {
    return this.checks.differences();
  }

  async #change(
    tenantId: string,
    credits: number,
    { by, reason, action, changeId = uuidv7() }: CreditDecision & { readonly action: Action },
  ): Promise<Balance> {
    if (!Number.isSafeInteger(credits) || credits < 1 || credits > MAX_CREDITS) {
      throw new DomainError('invalid_request', `Credits must be an integer from 1 to ${MAX_CREDITS}.`);
    }
    const changing = this.database.transaction(async (tx) => {
      await this.tenants.lockStanding(tx, tenantId);
      await this.accounts.open(tx, tenantId);
      const before = await this.entries.lockBalance(tx, tenantId);
      const available = before?.available ?? 0;
      const gives = action === 'tenant.credits_granted';
      const accounts = gives ? granted : revoked;
      const earlier = await this.entries.find(tx, 'grant', changeId);
      if (earlier) return asBefore(earlier, { tenantId, amount: credits, ...accounts }, before);
      if (!gives && available < credits) {
        throw new DomainError(
          'invalid_request',
          `The tenant has ${available} credits available, fewer than ${credits}.`,
        );
      }
      await this.entries.move(tx, { tenantId, ...accounts, amount: credits, cause: 'grant', causeId: changeId });
      await this.audit.record(tx, by, { action, tenantId, targetId: tenantId, details: { credits, reason } });
      return { available: gives ? available + credits : available - credits, reserved: before?.reserved ?? 0 };
    });
    return changing.catch((error: unknown) => {
      // Changes of one tenant come one after the other, so another one was changed at the same moment.
      throw isUniqueViolation(error) ? usedOtherwise() : error;
    });
  }
}

type Move = Pick<LedgerMove, 'tenantId' | 'from' | 'to' | 'amount'>;

/** The answer to a change that was made before. @throws idempotency_conflict if that was another one */
function asBefore(earlier: Move, wanted: Move, balance: Balance | undefined): Balance {
  const isSame = (['tenantId', 'from', 'to', 'amount'] as const).every((part) => earlier[part] === wanted[part]);
  if (isSame) return balance ?? { available: 0, reserved: 0 };
  throw usedOtherwise();
}

function usedOtherwise(): DomainError {
  return new DomainError('idempotency_conflict', 'This changeId was used for another change of credits.');
}

const byCommand = { by: null, reason: '' };
const granted = { from: 'granted', to: 'available' } as const;
const revoked = { from: 'available', to: 'revoked' } as const;

type Action = 'tenant.credits_granted' | 'tenant.credits_revoked';
