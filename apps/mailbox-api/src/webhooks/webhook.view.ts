import type { LoggedDelivery, RotatedWebhook, Webhook } from '@mailroom/webhooks';

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

/** The webhook with its new secret, which is shown only this once. */
export function rotatedWebhookView(webhook: RotatedWebhook) {
  const previousSecretUntil = webhook.previousSecretUntil.toISOString();
  return { ...webhookView(webhook), secret: webhook.secret, previousSecretUntil };
}

/** The resource `WebhookDelivery`. */
export function deliveryView({ nextAttemptAt, createdAt, finishedAt, ...delivery }: LoggedDelivery) {
  return {
    ...delivery,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
