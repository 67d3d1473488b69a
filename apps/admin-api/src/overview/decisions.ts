import { Injectable } from '@nestjs/common';
import { OperatorBillingRepository } from '@mailroom/billing';
import { OperatorTenantRepository } from '@mailroom/identity';
import { PoisonedEventRepository } from '@mailroom/messaging';
import type { ValueOf } from '@mailroom/openapi';
import { RiskEventRepository } from '@mailroom/send-policy';
import { OperatorJobRepository } from '@mailroom/sending';
import { OperatorWebhookRepository } from '@mailroom/webhooks';
import type { overviewResource } from './overview.js';

/** What waits for somebody to decide. */
@Injectable()
export class Decisions {
  constructor(
    private readonly tenants: OperatorTenantRepository,
    private readonly jobs: OperatorJobRepository,
    private readonly webhooks: OperatorWebhookRepository,
    private readonly billing: OperatorBillingRepository,
    private readonly risk: RiskEventRepository,
    private readonly events: PoisonedEventRepository,
  ) {}

  async waiting(): Promise<ValueOf<typeof overviewResource>['waiting']> {
    const [tenants, upgradesPaid, jobs, webhooks, receipts, riskEvents, poisonEvents] = await Promise.all([
      this.tenants.waiting(),
      this.billing.upgradePayers().then((payers) => this.tenants.upgradesWaiting(payers)),
      this.jobs.waiting(),
      this.webhooks.waiting(),
      this.billing.waiting(),
      this.risk.recent(),
      this.events.waiting(),
    ]);
    return {
      jobs: view(jobs),
      riskEvents: view(riskEvents),
      tenantsInReview: tenants.inReview,
      tenantsSuspended: tenants.suspended,
      upgradesAsked: tenants.upgradesAsked,
      upgradesPaid,
      webhooksFailing: view({ count: webhooks.failing, since: webhooks.failingSince }),
      webhooksDisabled: webhooks.disabled,
      receipts: view(receipts),
      poisonEvents: view(poisonEvents),
    };
  }
}

function view({ count, since }: { readonly count: number; readonly since: Date | null }) {
  return { count, since: since?.toISOString() ?? null };
}
