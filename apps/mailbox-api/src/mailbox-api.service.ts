import { DEFAULT_TENANT_ID, TenantService } from '@mailroom/identity';
import { inboundGauges } from '@mailroom/inbound';
import { MailboxLooks, MailboxRepository } from '@mailroom/mail';
import { defineService } from '@mailroom/runtime';
import { outboundGauges } from '@mailroom/sending';
import { taskGauges } from '@mailroom/tasks';
import { webhookGauges } from '@mailroom/webhooks';
import { loadMailboxApiConfig } from './config.js';
import { API_ALIASES, API_PREFIX, createMailboxApi, DOCS_PATH } from './mailbox-api.js';

export const mailboxApi = defineService({
  name: 'mailbox-api',
  writesBlobs: true,
  writesEvents: true,
  needsBroker: false,
  opensSecrets: true,
  searches: true,
  load: loadMailboxApiConfig,
  // Kubernetes scales the other apps by these, and asks only this one.
  gauges: (database) => [
    taskGauges(database),
    inboundGauges(database),
    outboundGauges(database),
    webhookGauges(database),
  ],
  start: async ({ resources, front }, { baseUrl = front.localUrl, ...config }) => {
    const api = await createMailboxApi(resources, { baseUrl, ...config });
    front.expectProxyHeaders(config.proxyProtocolFrom ?? []);
    await front.mount({ prefix: API_PREFIX, aliases: API_ALIASES, home: DOCS_PATH, app: api });
    // What a new installation lacks; its first token comes from `npm run ops -- tokens issue`.
    await api.get(TenantService, { strict: false }).ensureDefault();
    await api.get(MailboxRepository, { strict: false }).ensureDomains(DEFAULT_TENANT_ID, config.mailDomains);
    await api.get(MailboxLooks, { strict: false }).fill();
  },
});
