import { runService } from '@mailroom/runtime';
import { smtpIngest } from './smtp-ingest.service.js';

await runService(process.env, smtpIngest);
