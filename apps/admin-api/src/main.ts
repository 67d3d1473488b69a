import { runService } from '@mailroom/runtime';
import { adminApi } from './admin-api.service.js';

await runService(process.env, adminApi);
