import { plainRefusal } from '@mailroom/http';
import { defineService } from '@mailroom/runtime';
import { ADMIN_PREFIX, createAdminApi } from './admin-api.js';
import { loadAdminApiConfig } from './config.js';
import { defaultFix } from './errors/default-fix.js';

export const adminApi = defineService({
  name: 'admin-api',
  writesEvents: true,
  needsBroker: false,
  opensSecrets: false,
  load: loadAdminApiConfig,
  gauges: () => [],
  start: async ({ resources, front }, { baseUrl = front.localUrl, ...config }) => {
    if (!config.operatorToken) resources.log.warn('nobody can use the API of the operator: OPERATOR_TOKEN is not set');
    const api = await createAdminApi(resources, { baseUrl, ...config });
    front.expectProxyHeaders(config.proxyProtocolFrom);
    const refusal = plainRefusal({ name: 'requestId', fixes: defaultFix });
    await front.mount({ prefix: ADMIN_PREFIX, app: api, refusal });
  },
});
