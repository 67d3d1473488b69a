import { defineService } from '@mailroom/runtime';
import { createIndexer } from './indexer.js';

export const indexer = defineService({
  name: 'indexer',
  writesEvents: false,
  needsBroker: true,
  opensSecrets: false,
  searches: true,
  load: () => null,
  gauges: () => [],
  start: async ({ resources, parts }) => {
    const app = parts.open(await createIndexer(resources), 'indexer');
    await app.start();
  },
});
