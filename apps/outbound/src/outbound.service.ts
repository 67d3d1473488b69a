import { defineService } from '@mailroom/runtime';
import { outboundGauges } from '@mailroom/sending';
import { loadOutboundConfig } from './config.js';
import { createOutbound } from './outbound.js';

export const outbound = defineService({
  name: 'outbound',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: true,
  opensSecrets: true,
  load: loadOutboundConfig,
  gauges: (database) => [outboundGauges(database)],
  start: async ({ resources, parts }, config) => {
    const app = parts.open(await createOutbound(resources, config), 'outbound');
    await app.start();
  },
});
