import { inboundGauges } from '@mailroom/inbound';
import { runService } from '@mailroom/runtime';
import { loadSmtpIngestConfig } from './config.js';
import { createSmtpIngest } from './smtp-ingest.js';

await runService(process.env, {
  name: 'smtp-ingest',
  load: loadSmtpIngestConfig,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: false,
  start: async (resources, config, front) => {
    const ingest = await createSmtpIngest(resources, config);
    front.scrape.add(inboundGauges(resources.database));
    const { address, port } = await ingest.start();
    return { listens: `SMTP ${address}:${port}`, close: () => ingest.close() };
  },
});
