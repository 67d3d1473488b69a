import { defineService } from '@mailroom/runtime';
import { SignupDomain } from '@mailroom/signup';
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
    const problem = await api.get(SignupDomain, { strict: false }).prepare();
    if (problem) resources.log.warn({ err: problem }, 'nobody can sign up');
    await front.mount({ prefix: MAILBOX_PREFIX, otherPrefixes: [PUBLIC_PREFIX], app: api });
  },
});
