import { DEFAULT_TENANT_ID, TenantService } from '@mailroom/identity';
import { MailboxRepository } from '@mailroom/mail';
import { readBaseUrl, readMailDomains, runService } from '@mailroom/service';
import { taskGauges } from '@mailroom/tasks';
import { readAllowPrivate } from '@mailroom/webhooks';
import { loadMailboxApiConfig } from './config.js';
import { API_ALIASES, API_PREFIX, createMailboxApi } from './mailbox-api.js';
import { createMailUpkeep } from './upkeep/mail-upkeep.js';

await runService(process.env, {
  name: 'mailbox-api',
  load: (env, complain) => ({
    ...loadMailboxApiConfig(env, complain),
    baseUrl: readBaseUrl(env, complain) ?? 'http://localhost:8080',
    mailDomains: readMailDomains(env, '', complain),
    allowPrivateWebhooks: readAllowPrivate(env, 'none', complain),
  }),
  writesEvents: true,
  start: async (resources, config, front) => {
    const api = await createMailboxApi(resources, config);
    // What a new installation lacks; its first token comes from `npm run ops -- tokens issue`.
    await api.get(TenantService, { strict: false }).ensureDefault();
    await api.get(MailboxRepository, { strict: false }).ensureDomains(DEFAULT_TENANT_ID, config.mailDomains);
    await front.mount({ prefix: API_PREFIX, aliases: API_ALIASES, app: api });
    front.scrape.add(taskGauges(resources.database));
    const upkeep = await createMailUpkeep(resources, config);
    await upkeep.start();
    return {
      close: async () => {
        await front.close();
        await upkeep.close();
      },
    };
  },
});
