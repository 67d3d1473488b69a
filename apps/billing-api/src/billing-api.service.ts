import {
  PaymentsOptions,
  receiptGauges,
  ReceiptRepository,
  ReceiptSettlement,
  ReceiptSweeper,
} from '@mailroom/billing';
import { plainRefusal } from '@mailroom/http';
import { defineService } from '@mailroom/runtime';
import { SignupDomain } from '@mailroom/signup';
import { createBillingApi, MAILBOX_PREFIX, PUBLIC_PREFIX } from './billing-api.js';
import { loadBillingApiConfig } from './config.js';
import { defaultFix } from './errors/default-fix.js';

export const billingApi = defineService({
  name: 'billing-api',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: true,
  load: loadBillingApiConfig,
  gauges: (database) => [receiptGauges(database)],
  start: async ({ resources, front, parts }, { baseUrl = front.localUrl, ...config }) => {
    const api = await createBillingApi(resources, { baseUrl, ...config });
    const get = <T>(type: new (...args: never[]) => T) => api.get<T>(type, { strict: false });
    const { facilitator } = get(PaymentsOptions);
    parts.add(async () => facilitator?.close());
    const sweeper = new ReceiptSweeper(get(ReceiptRepository), get(ReceiptSettlement), resources.onError);
    parts.open(sweeper).start();
    front.expectProxyHeaders(config.proxyProtocolFrom);
    const problem = await api.get(SignupDomain, { strict: false }).prepare();
    if (problem) resources.log.warn({ err: problem }, 'nobody can sign up');
    const refusal = plainRefusal({ name: 'requestId', fixes: defaultFix });
    await front.mount({ prefix: MAILBOX_PREFIX, otherPrefixes: [PUBLIC_PREFIX], app: api, refusal });
  },
});
