export { readAllowPrivate } from './allow-private.setting.js';
export type { LoggedDelivery } from './delivery-log.repository.js';
export type { TestOutcome } from './webhook-tester.js';
export { webhookGauges } from './webhook-metrics.js';
export { WebhookAdministration } from './webhook-administration.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
export { WebhookService, type WebhookRequest } from './webhook.service.js';
export {
  WebhookOptions,
  type AllowPrivate,
  type CreatedWebhook,
  type RotatedWebhook,
  type Webhook,
} from './webhook.js';
export { WebhookDeliveryModule, WebhooksModule } from './webhooks.module.js';
