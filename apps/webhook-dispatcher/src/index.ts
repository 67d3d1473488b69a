export { createWebhookDispatcher, type Dispatcher } from './webhook-dispatcher.js';
export { webhookDispatcher } from './webhook-dispatcher.service.js';
