import { runService } from '@mailroom/runtime';
import { webhookDispatcher } from './webhook-dispatcher.service.js';

await runService(process.env, webhookDispatcher);
