import { runService } from '@mailroom/runtime';
import { janitor } from './janitor.service.js';

await runService(process.env, janitor);
