import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { outboundPolicyOf, TenantService, type OutboundPolicy, type TenantStanding } from '@mailroom/identity';
import type { PaymentPlace } from '../facilitator/facilitator.js';
import type { Balance } from '../ledger/ledger-entry.js';
import { Ledger } from '../ledger/ledger.js';
import type { Receipt } from '../receipts/receipt.js';
import { ReceiptRepository } from '../receipts/receipt.repository.js';
import type { Prices } from './payment.settings.js';
import { Payments, type PaymentRequest } from './payments.js';
import { PaymentsOptions } from './payments.options.js';
import { refuseSuspended } from './suspended-buyer.js';
import { TopUpPurpose } from './top-up.purpose.js';
import { UpgradePurpose } from './upgrade.purpose.js';

/** What a tenant has, and what it can buy. */
export type BillingAccount = {
  readonly billingState: TenantStanding['billingState'];
  readonly balance: Balance;
  readonly prices: Prices;
  /** Null if the installation takes no payments. */
  readonly place: PaymentPlace | null;
};

/** Where a tenant is after a request for an upgrade; no receipt if it had one already. */
export type UpgradeAnswer = {
  readonly billingState: TenantStanding['billingState'];
  readonly policy: OutboundPolicy;
  readonly receipt: Receipt | null;
};

/** What a tenant does about its credits and its standing. */
@Injectable()
export class BillingService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantService,
    private readonly ledger: Ledger,
    private readonly payments: Payments,
    private readonly receipts: ReceiptRepository,
    private readonly topUps: TopUpPurpose,
    private readonly upgrades: UpgradePurpose,
    private readonly options: PaymentsOptions,
  ) {}

  async account(tenantId: string): Promise<BillingAccount> {
    const [{ billingState }, balance] = await Promise.all([
      this.tenants.standing(tenantId),
      this.ledger.balance(tenantId),
    ]);
    const place = this.options.facilitator ? await this.payments.place() : null;
    return { billingState, balance, prices: this.options.prices, place };
  }

  /** @throws policy_suspended, and what `Payments.pay` throws */
  async topUp(request: PaymentRequest, credits?: number): Promise<Receipt> {
    const order = this.topUps.order(credits);
    const known = await this.payments.receiptOf(request);
    if (known?.status === 'settled') return known;
    refuseSuspended(await this.tenants.standing(request.tenantId));
    return this.payments.pay(request, order);
  }

  /** A tenant that has been upgraded is told so, and pays nothing. @throws policy_suspended, and what `pay` throws */
  async upgrade(request: PaymentRequest): Promise<UpgradeAnswer> {
    const { tenantId } = request;
    const known = await this.payments.receiptOf(request);
    if (known?.status === 'settled') return this.#answer(tenantId, known);
    const standing = await this.tenants.standing(tenantId);
    refuseSuspended(standing);
    if (standing.billingState === 'paid_active') return this.#answer(tenantId, null);
    // Whoever can't pay here is not under review either.
    await this.payments.place();
    // Paid for, and waiting for an operator's word.
    if (standing.billingState === 'paid_review' && (await this.receipts.hasSettled(tenantId, this.upgrades.name)))
      return this.#answer(tenantId, null);
    await this.database.transaction((tx) => this.upgrades.ask(tx, tenantId));
    return this.#answer(tenantId, await this.payments.pay(request, this.upgrades.order()));
  }

  /** @throws what `Payments.confirm` throws */
  async confirm(request: PaymentRequest, receiptId: string): Promise<Receipt> {
    return this.payments.confirm(request, receiptId);
  }

  async #answer(tenantId: string, receipt: Receipt | null): Promise<UpgradeAnswer> {
    const standing = await this.tenants.standing(tenantId);
    return { billingState: standing.billingState, policy: outboundPolicyOf(standing), receipt };
  }
}
