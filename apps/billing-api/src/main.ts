import { runService } from '@mailroom/runtime';
import { billingApi } from './billing-api.service.js';

await runService(process.env, billingApi);
