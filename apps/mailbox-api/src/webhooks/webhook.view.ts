import type { Webhook } from '@mailroom/webhooks';

/** The resource `Webhook`. */
export function webhookView(webhook: Webhook) {
  return {
    webhookId: webhook.id,
    userId: webhook.userId,
    accountId: webhook.mailboxId,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    status: webhook.status,
    lastStatus: webhook.lastStatus,
    lastError: webhook.lastError,
    lastDeliverTime: webhook.lastDeliverTime?.toISOString() ?? null,
    createTime: webhook.createdAt.toISOString(),
  };
}
