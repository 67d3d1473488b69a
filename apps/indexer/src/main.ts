import { runService } from '@mailroom/runtime';
import { createIndexer } from './indexer.js';

await runService(process.env, {
  name: 'indexer',
  load: () => null,
  writesEvents: false,
  needsBroker: true,
  opensSecrets: false,
  start: async (resources) => {
    const indexer = await createIndexer(resources);
    await indexer.start();
    return indexer;
  },
});
