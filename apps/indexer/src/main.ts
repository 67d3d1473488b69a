import { runService } from '@mailroom/runtime';
import { indexer } from './indexer.service.js';

await runService(process.env, indexer);
