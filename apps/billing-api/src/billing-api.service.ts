import { defineService } from '@mailroom/runtime';
import { createBillingApi, MAILBOX_PREFIX, PUBLIC_PREFIX } from './billing-api.js';
import { loadBillingApiConfig } from './config.js';

export const billingApi = defineService({
  name: 'billing-api',
  writesEvents: true,
  needsBroker: false,
  opensSecrets: true,
  load: loadBillingApiConfig,
  gauges: () => [],
  start: async ({ resources, front }, { baseUrl = front.localUrl, ...config }) => {
    const api = await createBillingApi(resources, { baseUrl, ...config });
    front.expectProxyHeaders(config.proxyProtocolFrom);
    await front.mount({ prefix: MAILBOX_PREFIX, otherPrefixes: [PUBLIC_PREFIX], app: api });
  },
});
