// Made from apps/admin-api/openapi.json by scripts/generate-client.mjs: do not edit.
import { ApiCaller, type CallOptions } from '../../api-caller.js';
import type { AdminBody, AdminAnswer, AdminQuery } from '../../admin-types.js';

/** Every operation of the API; parameters of the path come first, then the body, then the query. */
export class AdminOperations extends ApiCaller {
  /** What waits for a person, and how the installation does. */
  async getOverview(options: CallOptions = {}): Promise<AdminAnswer<'getOverview'>> {
    return this.plain<AdminAnswer<'getOverview'>>('GET', `/admin/api/overview`, { options });
  }

  /** Tenants, newest first. */
  async listTenants(
    query: AdminQuery<'listTenants'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listTenants'>> {
    return this.plain<AdminAnswer<'listTenants'>>('GET', `/admin/api/tenants`, { query, options });
  }

  /** One tenant. */
  async getTenant(tenantId: string, options: CallOptions = {}): Promise<AdminAnswer<'getTenant'>> {
    return this.plain<AdminAnswer<'getTenant'>>('GET', `/admin/api/tenants/${encodeURIComponent(tenantId)}`, {
      options,
    });
  }

  /** Stop all mail that a tenant sends. */
  async suspendTenant(
    tenantId: string,
    body: AdminBody<'suspendTenant'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'suspendTenant'>> {
    return this.plain<AdminAnswer<'suspendTenant'>>(
      'POST',
      `/admin/api/tenants/${encodeURIComponent(tenantId)}/suspend`,
      { body, options },
    );
  }

  /** Let a suspended tenant send as before. */
  async restoreTenant(
    tenantId: string,
    body: AdminBody<'restoreTenant'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'restoreTenant'>> {
    return this.plain<AdminAnswer<'restoreTenant'>>(
      'POST',
      `/admin/api/tenants/${encodeURIComponent(tenantId)}/restore`,
      { body, options },
    );
  }

  /** Change how far a tenant may send or has paid. */
  async changeTenantStanding(
    tenantId: string,
    body: AdminBody<'changeTenantStanding'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'changeTenantStanding'>> {
    return this.plain<AdminAnswer<'changeTenantStanding'>>(
      'POST',
      `/admin/api/tenants/${encodeURIComponent(tenantId)}/standing`,
      { body, options },
    );
  }

  /** Let a tenant out that has paid for its upgrade. */
  async approveUpgrade(
    tenantId: string,
    body: AdminBody<'approveUpgrade'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'approveUpgrade'>> {
    return this.plain<AdminAnswer<'approveUpgrade'>>(
      'POST',
      `/admin/api/tenants/${encodeURIComponent(tenantId)}/approve-upgrade`,
      { body, options },
    );
  }

  /** Give a tenant credits. */
  async grantCredits(
    tenantId: string,
    body: AdminBody<'grantCredits'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'grantCredits'>> {
    return this.plain<AdminAnswer<'grantCredits'>>(
      'POST',
      `/admin/api/tenants/${encodeURIComponent(tenantId)}/credits/grant`,
      { body, options },
    );
  }

  /** Take credits that a tenant has not used. */
  async revokeCredits(
    tenantId: string,
    body: AdminBody<'revokeCredits'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'revokeCredits'>> {
    return this.plain<AdminAnswer<'revokeCredits'>>(
      'POST',
      `/admin/api/tenants/${encodeURIComponent(tenantId)}/credits/revoke`,
      { body, options },
    );
  }

  /** Mailboxes, newest first. */
  async listMailboxes(
    query: AdminQuery<'listMailboxes'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listMailboxes'>> {
    return this.plain<AdminAnswer<'listMailboxes'>>('GET', `/admin/api/mailboxes`, { query, options });
  }

  /** One mailbox. */
  async getMailbox(accountId: number, options: CallOptions = {}): Promise<AdminAnswer<'getMailbox'>> {
    return this.plain<AdminAnswer<'getMailbox'>>('GET', `/admin/api/mailboxes/${encodeURIComponent(accountId)}`, {
      options,
    });
  }

  /** Let a mailbox neither take nor send mail. */
  async disableMailbox(
    accountId: number,
    body: AdminBody<'disableMailbox'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'disableMailbox'>> {
    return this.plain<AdminAnswer<'disableMailbox'>>(
      'POST',
      `/admin/api/mailboxes/${encodeURIComponent(accountId)}/disable`,
      { body, options },
    );
  }

  /** Let a mailbox take and send mail again. */
  async enableMailbox(
    accountId: number,
    body: AdminBody<'enableMailbox'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'enableMailbox'>> {
    return this.plain<AdminAnswer<'enableMailbox'>>(
      'POST',
      `/admin/api/mailboxes/${encodeURIComponent(accountId)}/enable`,
      { body, options },
    );
  }

  /** Webhooks, newest first. */
  async listWebhooks(
    query: AdminQuery<'listWebhooks'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listWebhooks'>> {
    return this.plain<AdminAnswer<'listWebhooks'>>('GET', `/admin/api/webhooks`, { query, options });
  }

  /** One webhook. */
  async getWebhook(webhookId: number, options: CallOptions = {}): Promise<AdminAnswer<'getWebhook'>> {
    return this.plain<AdminAnswer<'getWebhook'>>('GET', `/admin/api/webhooks/${encodeURIComponent(webhookId)}`, {
      options,
    });
  }

  /** Its deliveries and how their last tries ended, newest first. */
  async listDeliveries(
    webhookId: number,
    query: AdminQuery<'listDeliveries'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listDeliveries'>> {
    return this.plain<AdminAnswer<'listDeliveries'>>(
      'GET',
      `/admin/api/webhooks/${encodeURIComponent(webhookId)}/deliveries`,
      { query, options },
    );
  }

  /** Deliver to a disabled endpoint again, and forget that one fails. */
  async enableWebhook(
    webhookId: number,
    body: AdminBody<'enableWebhook'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'enableWebhook'>> {
    return this.plain<AdminAnswer<'enableWebhook'>>(
      'POST',
      `/admin/api/webhooks/${encodeURIComponent(webhookId)}/enable`,
      { body, options },
    );
  }

  /** Make a delivery again that has ended. */
  async replayDelivery(
    webhookId: number,
    deliveryId: number,
    body: AdminBody<'replayDelivery'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'replayDelivery'>> {
    return this.plain<AdminAnswer<'replayDelivery'>>(
      'POST',
      `/admin/api/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/replay`,
      { body, options },
    );
  }

  /** What tenants were asked to pay and have paid, newest first. */
  async listReceipts(
    query: AdminQuery<'listReceipts'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listReceipts'>> {
    return this.plain<AdminAnswer<'listReceipts'>>('GET', `/admin/api/receipts`, { query, options });
  }

  /** One receipt. */
  async getReceipt(receiptId: string, options: CallOptions = {}): Promise<AdminAnswer<'getReceipt'>> {
    return this.plain<AdminAnswer<'getReceipt'>>('GET', `/admin/api/receipts/${encodeURIComponent(receiptId)}`, {
      options,
    });
  }

  /** Moves of credits, newest first. */
  async listLedger(
    query: AdminQuery<'listLedger'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listLedger'>> {
    return this.plain<AdminAnswer<'listLedger'>>('GET', `/admin/api/ledger`, { query, options });
  }

  /** What the controls did, and why, newest first. */
  async listRiskEvents(
    query: AdminQuery<'listRiskEvents'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listRiskEvents'>> {
    return this.plain<AdminAnswer<'listRiskEvents'>>('GET', `/admin/api/risk-events`, { query, options });
  }

  /** Who changed what, newest first. */
  async listAudit(query: AdminQuery<'listAudit'> = {}, options: CallOptions = {}): Promise<AdminAnswer<'listAudit'>> {
    return this.plain<AdminAnswer<'listAudit'>>('GET', `/admin/api/audit`, { query, options });
  }

  /** Outbound jobs, newest first. */
  async listOutboundJobs(
    query: AdminQuery<'listOutboundJobs'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listOutboundJobs'>> {
    return this.plain<AdminAnswer<'listOutboundJobs'>>('GET', `/admin/api/outbound-jobs`, { query, options });
  }

  /** One outbound job. */
  async getOutboundJob(jobId: number, options: CallOptions = {}): Promise<AdminAnswer<'getOutboundJob'>> {
    return this.plain<AdminAnswer<'getOutboundJob'>>('GET', `/admin/api/outbound-jobs/${encodeURIComponent(jobId)}`, {
      options,
    });
  }

  /** Settle what nobody knows of a job. */
  async resolveJob(
    jobId: number,
    body: AdminBody<'resolveJob'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'resolveJob'>> {
    return this.plain<AdminAnswer<'resolveJob'>>(
      'POST',
      `/admin/api/outbound-jobs/${encodeURIComponent(jobId)}/resolve`,
      { body, options },
    );
  }

  /** Events that were set aside, the newest first. */
  async listPoisonEvents(
    query: AdminQuery<'listPoisonEvents'> = {},
    options: CallOptions = {},
  ): Promise<AdminAnswer<'listPoisonEvents'>> {
    return this.plain<AdminAnswer<'listPoisonEvents'>>('GET', `/admin/api/poison-events`, { query, options });
  }

  /** Deliver an event again that was set aside. */
  async retryPoisonEvent(
    consumer: string,
    eventId: string,
    body: AdminBody<'retryPoisonEvent'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'retryPoisonEvent'>> {
    return this.plain<AdminAnswer<'retryPoisonEvent'>>(
      'POST',
      `/admin/api/poison-events/${encodeURIComponent(consumer)}/${encodeURIComponent(eventId)}/retry`,
      { body, options },
    );
  }

  /** Give an event up that was set aside. */
  async discardPoisonEvent(
    consumer: string,
    eventId: string,
    body: AdminBody<'discardPoisonEvent'>,
    options: CallOptions = {},
  ): Promise<AdminAnswer<'discardPoisonEvent'>> {
    return this.plain<AdminAnswer<'discardPoisonEvent'>>(
      'POST',
      `/admin/api/poison-events/${encodeURIComponent(consumer)}/${encodeURIComponent(eventId)}/discard`,
      { body, options },
    );
  }
}
