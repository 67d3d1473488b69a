import { runService } from '@mailroom/runtime';
import { walletApi } from './wallet-api.service.js';

await runService(process.env, walletApi);
