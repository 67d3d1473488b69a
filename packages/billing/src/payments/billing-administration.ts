import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { AuditTrail, TenantService, type OperatorDecision, type TenantStanding } from '@mailroom/identity';
import { Ledger } from '../ledger/ledger.js';
import type { Receipt } from '../receipts/receipt.js';
import { AuthorizationTaken, ReceiptRepository } from '../receipts/receipt.repository.js';
import { PaymentPurposes } from './payment-purposes.js';
import { UpgradePurpose } from './upgrade.purpose.js';

const transactionForm = /^0x[0-9a-fA-F]{64}$/;

/** What an operator decides about payments. */
@Injectable()
export class BillingAdministration {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantService,
    private readonly receipts: ReceiptRepository,
    private readonly ledger: Ledger,
    private readonly purposes: PaymentPurposes,
    private readonly upgrades: UpgradePurpose,
    private readonly audit: AuditTrail,
  ) {}

  /** Lets a tenant that has paid for its upgrade out. @throws not_found, invalid_request if it has not paid */
  async approveUpgrade(
    tenantId: string,
    decision: OperatorDecision = { by: null, reason: 'upgrade approved' },
  ): Promise<TenantStanding> {
    return this.database.transaction(async (tx) => {
      const { billingState } = await this.tenants.lockStanding(tx, tenantId);
      if (billingState !== 'paid_active' && !(await this.receipts.hasSettled(tenantId, this.upgrades.name))) {
        throw new DomainError('invalid_request', `The tenant ${tenantId} has not paid for an upgrade.`);
      }
      const standing = { billingState: 'paid_active', sendPolicy: 'external_enabled' } as const;
      return this.tenants.setStanding(tx, tenantId, standing, decision);
    });
  }

  /** Receipts that only a person can settle: their money may have moved, and nothing that we can ask says so. */
  async unsettled(): Promise<Receipt[]> {
    return this.receipts.unsettled();
  }

  /** Settles a receipt that a person has found on the chain. @throws not_found, invalid_request */
  async settle(receiptId: string, transaction: string): Promise<Receipt> {
    if (!transactionForm.test(transaction)) {
      throw new DomainError('invalid_request', 'Name the transaction on the chain: 0x and 64 hexadecimal digits.');
    }
    const settling = this.database.transaction(async (tx) => {
      const receipt = await this.receipts.settleByHand(tx, receiptId, transaction);
      if (!receipt) throw await this.#refusal(receiptId);
      await this.purposes.of(receipt.purpose).settled(tx, receipt);
      await this.ledger.creditReceipt(tx, receipt.tenantId, receipt.id, receipt.credits);
      await this.#record(tx, receipt, { status: receipt.status, transaction });
      return receipt;
    });
    return settling.catch(async (error: unknown) => {
      throw error instanceof AuthorizationTaken ? await this.#refusal(receiptId) : error;
    });
  }

  /** Gives a receipt up whose money never came. @throws not_found, invalid_request */
  async fail(receiptId: string): Promise<Receipt> {
    return this.database.transaction(async (tx) => {
      const receipt = await this.receipts.failByHand(tx, receiptId, 'given_up');
      if (!receipt) throw await this.#refusal(receiptId);
      await this.#record(tx, receipt, { status: receipt.status });
      return receipt;
    });
  }

  async #record(
    tx: Parameters<AuditTrail['record']>[0],
    { id, tenantId }: Receipt,
    details: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.audit.record(tx, null, { action: 'receipt.resolved', tenantId, targetId: id, details });
  }

  async #refusal(receiptId: string): Promise<DomainError> {
    const found = await this.receipts.find(receiptId);
    if (!found) return new DomainError('not_found', `There is no receipt ${receiptId}.`);
    const why = `The receipt is ${found.status}, or another one holds its authorization.`;
    return new DomainError('invalid_request', why);
  }
}
