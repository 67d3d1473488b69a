import { runService } from '@mailroom/runtime';
import { web } from './web.service.js';

await runService(process.env, web);
