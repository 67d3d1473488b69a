import { runService } from '@mailroom/service';
import { loadOutboundConfig } from './config.js';
import { createOutbound } from './outbound.js';

await runService(process.env, {
  name: 'outbound',
  load: loadOutboundConfig,
  writesEvents: true,
  start: async (resources, config) => {
    const outbound = await createOutbound(resources, config);
    await outbound.start();
    return outbound;
  },
});
