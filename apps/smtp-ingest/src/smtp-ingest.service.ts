import { inboundGauges } from '@mailroom/inbound';
import { defineService } from '@mailroom/runtime';
import { loadSmtpIngestConfig } from './config.js';
import { createSmtpIngest } from './smtp-ingest.js';

export const smtpIngest = defineService({
  name: 'smtp-ingest',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: true,
  load: loadSmtpIngestConfig,
  gauges: (database) => [inboundGauges(database)],
  start: async ({ resources, parts }, config) => {
    const app = parts.open(await createSmtpIngest(resources, config), 'smtp-ingest');
    const { address, port } = await app.start();
    return { protocol: 'SMTP', address, port };
  },
});
