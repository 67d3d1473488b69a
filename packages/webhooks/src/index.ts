export type { InspectedDelivery, LoggedDelivery } from './delivery-log.repository.js';
export {
  OperatorWebhookRepository,
  stateOfWebhook,
  type OperatorWebhook,
  type OperatorWebhookFilter,
} from './operator/operator-webhook.repository.js';
export type { TestOutcome } from './webhook-tester.js';
export { DeliveryEnder } from './delivery-ender.js';
export type { WebhookDelivery } from './delivery.repository.js';
export { WebhookBody, type EmailDelivery } from './webhook-body.js';
export { requestBodies } from './tries/delivery-request.js';
export { MAX_TRIES, type DeliveryTry } from './tries/delivery-try.js';
export { deletedWebhooks, endedDeliveries } from './webhook-retention.repository.js';
export { webhookGauges } from './webhook-gauges.repository.js';
export { WebhookAdministration } from './webhook-administration.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
export { leaseNotices, messageNotices } from './notices.js';
export { sealedWebhookSecrets, WebhookRepository } from './webhook.repository.js';
export { WebhookService, type WebhookRequest } from './webhook.service.js';
export { WebhookOptions, type CreatedWebhook, type RotatedWebhook, type Webhook } from './webhook.js';
export { WebhookDeliveryModule, WebhookRowsModule, WebhooksModule } from './webhooks.module.js';
