import { runService } from '@mailroom/runtime';
import { webhookGauges } from '@mailroom/webhooks';
import { loadDispatcherConfig } from './config.js';
import { createWebhookDispatcher } from './webhook-dispatcher.js';

await runService(process.env, {
  name: 'webhook-dispatcher',
  load: (env, complain) => ({
    baseUrl: (env.MAILROOM_BASE_URL || 'http://localhost:8080').replace(/\/+$/, ''),
    ...loadDispatcherConfig(env, { allowPrivate: 'none' }, complain),
  }),
  writesEvents: true,
  needsBroker: true,
  opensSecrets: true,
  start: async (resources, config, front) => {
    const dispatcher = await createWebhookDispatcher(resources, config);
    front.scrape.add(webhookGauges(resources.database));
    await dispatcher.start();
    return dispatcher;
  },
});
