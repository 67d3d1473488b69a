import { defineService } from '@mailroom/runtime';
import { webhookGauges } from '@mailroom/webhooks';
import { loadDispatcherConfig } from './config.js';
import { createWebhookDispatcher } from './webhook-dispatcher.js';

export const webhookDispatcher = defineService({
  name: 'webhook-dispatcher',
  writesEvents: true,
  needsBroker: true,
  opensSecrets: true,
  load: loadDispatcherConfig,
  gauges: (database) => [webhookGauges(database)],
  start: async ({ resources, front, parts }, { baseUrl = front.localUrl, ...config }) => {
    const app = parts.open(await createWebhookDispatcher(resources, { baseUrl, ...config }), 'webhook-dispatcher');
    await app.start();
  },
});
