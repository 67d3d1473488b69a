import { runService } from '@mailroom/runtime';
import { mailboxApi } from './mailbox-api.service.js';

await runService(process.env, mailboxApi);
