import { runService } from '@mailroom/service';
import { loadDispatcherConfig } from './config.js';
import { createWebhookDispatcher } from './webhook-dispatcher.js';

await runService(process.env, {
  name: 'webhook-dispatcher',
  load: (env, complain) => ({
    baseUrl: (env.MAILROOM_BASE_URL || 'http://localhost:8080').replace(/\/+$/, ''),
    ...loadDispatcherConfig(env, { allowPrivate: 'none' }, complain),
  }),
  writesEvents: true,
  start: async (resources, config) => {
    const dispatcher = await createWebhookDispatcher(resources, config);
    await dispatcher.start();
    return dispatcher;
  },
});
