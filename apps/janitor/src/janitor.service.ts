import { defineService } from '@mailroom/runtime';
import { loadJanitorConfig } from './config.js';
import { createJanitor, janitorGauges } from './janitor.js';

export const janitor = defineService({
  name: 'janitor',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: false,
  load: loadJanitorConfig,
  gauges: (database, config) => [janitorGauges(database, config)],
  start: async ({ resources, parts }, config) => {
    const app = parts.open(await createJanitor(resources, config), 'janitor');
    await app.start();
  },
});
