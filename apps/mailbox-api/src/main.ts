import { readAllowPrivate } from '@mailroom/egress';
import { DEFAULT_TENANT_ID, TenantService } from '@mailroom/identity';
import { inboundGauges } from '@mailroom/inbound';
import { MailboxLooks, MailboxRepository } from '@mailroom/mail';
import { outboundGauges } from '@mailroom/sending';
import { readBaseUrl, readMailDomains, runService } from '@mailroom/runtime';
import { taskGauges } from '@mailroom/tasks';
import { webhookGauges } from '@mailroom/webhooks';
import { loadMailboxApiConfig } from './config.js';
import { API_ALIASES, API_PREFIX, createMailboxApi, DOCS_PATH } from './mailbox-api.js';
import { createMailUpkeep } from './upkeep/mail-upkeep.js';

await runService(process.env, {
  name: 'mailbox-api',
  load: (env, complain) => ({
    ...loadMailboxApiConfig(env, complain),
    baseUrl: readBaseUrl(env, complain) ?? 'http://localhost:8080',
    mailDomains: readMailDomains(env, '', complain),
    allowPrivateWebhooks: readAllowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE', 'none', complain),
  }),
  writesEvents: true,
  needsBroker: false,
  opensSecrets: true,
  start: async (resources, config, front) => {
    const api = await createMailboxApi(resources, config);
    // What a new installation lacks; its first token comes from `npm run ops -- tokens issue`.
    await api.get(TenantService, { strict: false }).ensureDefault();
    await api.get(MailboxRepository, { strict: false }).ensureDomains(DEFAULT_TENANT_ID, config.mailDomains);
    await api.get(MailboxLooks, { strict: false }).fill();
    front.expectProxyHeaders(config.proxyProtocolFrom ?? []);
    await front.mount({ prefix: API_PREFIX, aliases: API_ALIASES, home: DOCS_PATH, app: api });
    front.scrape.add(taskGauges(resources.database));
    // Kubernetes scales the other apps by these, and asks only this one.
    front.scrape.add(inboundGauges(resources.database));
    front.scrape.add(outboundGauges(resources.database));
    front.scrape.add(webhookGauges(resources.database));
    const upkeep = await createMailUpkeep(resources, config);
    front.scrape.add(upkeep.gauges());
    await upkeep.start();
    return {
      close: async () => {
        await front.close();
        await upkeep.close();
      },
    };
  },
});
