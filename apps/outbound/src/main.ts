import { runService } from '@mailroom/runtime';
import { outbound } from './outbound.service.js';

await runService(process.env, outbound);
