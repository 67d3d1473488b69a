import { PaymentsOptions } from '@mailroom/billing';
import { plainRefusal } from '@mailroom/http';
import { LeaseDomain } from '@mailroom/leases';
import { defineService } from '@mailroom/runtime';
import { loadWalletApiConfig } from './config.js';
import { createWalletApi, WALLET_PREFIX } from './wallet-api.js';
import { defaultFix } from './errors/default-fix.js';

export const walletApi = defineService({
  name: 'wallet-api',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: true,
  load: loadWalletApiConfig,
  gauges: () => [],
  start: async ({ resources, front, parts }, { baseUrl = front.localUrl, ...config }) => {
    const api = await createWalletApi(resources, { baseUrl, ...config });
    const { facilitator } = api.get(PaymentsOptions, { strict: false });
    parts.add(async () => facilitator?.close());
    const problem = await api.get(LeaseDomain, { strict: false }).prepare();
    if (problem) resources.log.warn({ err: problem }, 'nobody can lease a mailbox');
    front.expectProxyHeaders(config.proxyProtocolFrom);
    const refusal = plainRefusal({ name: 'request_id', fixes: defaultFix });
    await front.mount({ prefix: WALLET_PREFIX, app: api, refusal });
  },
});
