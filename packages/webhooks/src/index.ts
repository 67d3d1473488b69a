export { WebhookAdministration } from './webhook-administration.js';
export { WebhookDispatcher } from './webhook-dispatcher.js';
export { WebhookService, type WebhookRequest } from './webhook.service.js';
export { WebhookOptions, type AllowPrivate, type CreatedWebhook, type Webhook } from './webhook.js';
export { WebhookDeliveryModule, WebhooksModule } from './webhooks.module.js';
