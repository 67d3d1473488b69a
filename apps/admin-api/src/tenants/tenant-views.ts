import { Injectable } from '@nestjs/common';
import { OperatorBillingRepository } from '@mailroom/billing';
import { DomainError } from '@mailroom/errors';
import { OperatorTenantRepository, WalletRepository, type OperatorTenant } from '@mailroom/identity';
import { MailboxRepository, MailHoursRepository, OperatorMailboxRepository } from '@mailroom/mail';
import type { ValueOf } from '@mailroom/openapi';
import { SendStanding } from '@mailroom/send-policy';
import { OperatorSignupRepository } from '@mailroom/signup';
import { mailPointView } from './mail-counts.js';
import { tenantView, type TenantView } from './tenant.js';
import type { tenantDetailResource } from './tenant-detail.js';

const HOURS = 24;

/** Puts together what the packages know of tenants. */
@Injectable()
export class TenantViews {
  constructor(
    private readonly tenants: OperatorTenantRepository,
    private readonly billing: OperatorBillingRepository,
    private readonly hours: MailHoursRepository,
    private readonly mailboxes: OperatorMailboxRepository,
    private readonly domains: MailboxRepository,
    private readonly wallets: WalletRepository,
    private readonly signups: OperatorSignupRepository,
    private readonly standing: SendStanding,
  ) {}

  async of(tenants: readonly OperatorTenant[]): Promise<TenantView[]> {
    const ids = tenants.map(({ id }) => id);
    const [balances, lastDays] = await Promise.all([this.billing.balances(ids), this.hours.lastDay(ids)]);
    return tenants.map((tenant) => {
      return tenantView(tenant, { balance: balances.get(tenant.id), lastDay: lastDays.get(tenant.id) });
    });
  }

  /** @throws not_found */
  async one(tenantId: string): Promise<TenantView> {
    const tenant = await this.tenants.find(tenantId);
    const [view] = tenant ? await this.of([tenant]) : [];
    if (!view) throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
    return view;
  }

  /** @throws not_found */
  async detail(tenantId: string): Promise<ValueOf<typeof tenantDetailResource>> {
    const view = await this.one(tenantId);
    const [sending, signup, wallets, domains, mailboxes, hours] = await Promise.all([
      this.standing.of(tenantId),
      this.signups.find(tenantId),
      this.wallets.ofTenant(tenantId),
      this.domains.domainsOf(tenantId),
      this.mailboxes.count(tenantId),
      this.hours.series(tenantId, 'hour', HOURS),
    ]);
    const { externalSendAllowed, reason: refusal, limits, usage } = sending;
    return {
      ...view,
      sending: { externalSendAllowed, refusal, limits, usage },
      signup: signup && { ...signup, createdAt: signup.createdAt.toISOString() },
      wallets: wallets.map(({ address, agentId }) => ({ address, agentId })),
      domains,
      mailboxes,
      hours: hours.map(mailPointView),
    };
  }
}
