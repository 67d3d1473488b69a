export { loadDispatcherConfig, type DispatcherConfig } from './config.js';
export { createWebhookDispatcher, type Dispatcher, type DispatcherResources } from './webhook-dispatcher.js';
