import { runService } from '@mailroom/service';
import { createIndexer } from './indexer.js';

await runService(process.env, {
  name: 'indexer',
  load: () => null,
  writesEvents: false,
  start: async (resources) => {
    const indexer = await createIndexer(resources);
    await indexer.start();
    return indexer;
  },
});
