import { outboundGauges } from '@mailroom/sending';
import { runService } from '@mailroom/runtime';
import { loadOutboundConfig } from './config.js';
import { createOutbound } from './outbound.js';

await runService(process.env, {
  name: 'outbound',
  load: loadOutboundConfig,
  writesEvents: true,
  needsBroker: true,
  opensSecrets: true,
  start: async (resources, config, front) => {
    const outbound = await createOutbound(resources, config);
    front.scrape.add(outboundGauges(resources.database));
    await outbound.start();
    return outbound;
  },
});
