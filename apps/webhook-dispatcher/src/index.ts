export { loadDispatcherConfig, type DispatcherConfig } from './config.js';
export { createWebhookDispatcher, type Dispatcher } from './webhook-dispatcher.js';
