import { Database, resealSecrets } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { createTokenText, DEFAULT_TENANT_ID, TenantService, TokenService } from '@mailroom/identity';
import {
  DomainSharingService,
  MAILBOX_ACTIVE,
  MAILBOX_DISABLED,
  MailboxRepository,
  MailboxService,
} from '@mailroom/mail';
import { SearchIndex, SearchMove, type SearchPlace } from '@mailroom/search';
import { BusConsumerRepository, BusDeliveryRepository } from '@mailroom/messaging';
import { DkimKeyService, dkimRecord, JobAdministration, type DkimKey } from '@mailroom/sending';
import { WebhookAdministration } from '@mailroom/webhooks';
import { loadInstallationConfig } from '../installation.config.js';
import { billingCommands } from './billing-commands.js';
import { OPERATOR_PREFIX } from '../operator-token.js';
import type { Command, Run } from './command.js';
import { installationCommands } from './installation-commands.js';
import { policyCommands } from './policy-commands.js';
import { sealedColumns } from '../secret-keys.js';
import type { Row } from './print.js';

const lax = { strict: false } as const;

function id(text: string, name: string): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new DomainError('invalid_request', `<${name}> must be a positive integer, not "${text}".`);
}

const setMailbox =
  (status: 0 | 1): Run =>
  async (app, [address = '']) => {
    const mailbox = await app.get(MailboxService, lax).setStatus(address.toLowerCase(), status);
    return [{ id: mailbox.id, address: mailbox.address, status: status === MAILBOX_ACTIVE ? 'active' : 'disabled' }];
  };

const setShared =
  (shared: boolean): Run =>
  async (app, [text = '']) => {
    const domain = text.toLowerCase();
    const sharing = app.get(DomainSharingService, lax);
    await (shared ? sharing.share(domain) : sharing.unshare(domain));
    return [{ domain, shared }];
  };

function dkimRows(keys: readonly DkimKey[]): Row[] {
  return keys.map((key) => {
    const name = `${key.selector}._domainkey.${key.domain}`;
    return { domain: key.domain, status: key.status, createdAt: key.createdAt, name, record: dkimRecord(key) };
  });
}

function searchPlace(text: string): SearchPlace {
  if (text === 'own' || text === 'main') return text;
  throw new DomainError(
    'invalid_request',
    'Say where to: own (SEARCH_DATABASE_URL) or main (the database of the mail).',
  );
}

const resolutions = ['sent', 'failed', 'retry'] as const;

/** What an operator can do, by noun and verb. */
export const commands: Readonly<Record<string, Command>> = {
  'installation prepare': {
    form: '<mail domains>',
    does: 'bring the database up to date and add domains, separated by commas, to the first tenant',
    run: async (app, [domains = '']) => {
      const { mailDomains } = loadInstallationConfig({ MAILROOM_MAIL_DOMAINS: domains });
      await app.get(TenantService, lax).ensureDefault();
      await app.get(MailboxRepository, lax).ensureDomains(DEFAULT_TENANT_ID, mailDomains);
      return mailDomains.map((domain) => ({ tenant: DEFAULT_TENANT_ID, domain }));
    },
  },
  'tokens issue': {
    form: '[tenant] [name]',
    does: 'issue a manager token, which is shown only this once',
    run: async (app, [tenant = DEFAULT_TENANT_ID, name = '']) => {
      const token = await app.get(TokenService, lax).issueManagerToken(tenant, { name });
      return [{ id: token.id, tenant, name, token: token.text }];
    },
  },
  'tokens operator': {
    form: '',
    does: "make a token for the operator's API, which is in force once OPERATOR_TOKEN is set to it",
    runAlone: () => [{ token: createTokenText(OPERATOR_PREFIX) }],
  },
  'tokens revoke': {
    form: '<token id>',
    does: 'revoke a token',
    run: async (app, [text = '']) => {
      const tokenId = id(text, 'token id');
      await app.get(TokenService, lax).revokeAny(tokenId);
      return [{ id: tokenId, revoked: true }];
    },
  },
  'tenants create': {
    form: '<name>',
    does: 'create a tenant',
    run: async (app, [name = '']) => {
      const tenant = await app.get(TenantService, lax).create(name);
      return [{ id: tenant.id, name: tenant.name, status: tenant.status }];
    },
  },
  'tenants suspend': {
    form: '<tenant id>',
    does: 'stop all sending for a tenant',
    run: async (app, [tenantId = '']) => {
      await app.get(TenantService, lax).setStatus(tenantId, 'suspended');
      return [{ id: tenantId, status: 'suspended' }];
    },
  },
  ...policyCommands,
  'mailboxes disable': { form: '<address>', does: 'take and send nothing', run: setMailbox(MAILBOX_DISABLED) },
  'mailboxes enable': { form: '<address>', does: 'take and send again', run: setMailbox(MAILBOX_ACTIVE) },
  'domains list': {
    form: '',
    does: 'list the domains and their DKIM keys',
    run: async (app) => {
      const domains = await app.get(MailboxRepository, lax).allDomains();
      return dkimRows(await app.get(DkimKeyService, lax).list(domains));
    },
  },
  'domains share': { form: '<domain>', does: 'let every tenant create mailboxes on it', run: setShared(true) },
  'domains unshare': { form: '<domain>', does: 'let only its owner create mailboxes on it', run: setShared(false) },
  'domains rotate-key': {
    form: '<domain>',
    does: 'make the next DKIM key; run again once its record is published, and it signs',
    run: async (app, [text = '']) => {
      const domain = await app.get(MailboxRepository, lax).findDomain(text.toLowerCase());
      if (!domain) throw new DomainError('not_found', `There is no domain ${text}.`);
      return dkimRows(await app.get(DkimKeyService, lax).rotate(domain.name));
    },
  },
  'events consumers': {
    form: '',
    does: 'list who gets events, and how many the database holds for each',
    run: async (app) => app.get(BusConsumerRepository, lax).list(),
  },
  'events forget': {
    form: '<consumer>',
    does: 'stop keeping events for a consumer that nobody runs any more',
    run: async (app, [consumer = '']) => {
      return [{ consumer, dropped: await app.get(BusConsumerRepository, lax).forget(consumer) }];
    },
  },
  'events poison': {
    form: '',
    does: 'list the events that were set aside',
    run: async (app) => app.get(BusDeliveryRepository, lax).poisoned(),
  },
  'events redrive': {
    form: '[event id]',
    does: 'deliver set-aside events again, one or all',
    run: async (app, [eventId]) => {
      if (eventId !== undefined && !/^[0-9a-f-]{36}$/i.test(eventId)) {
        throw new DomainError('invalid_request', `"${eventId}" is not an event id.`);
      }
      return [{ redriven: await app.get(BusDeliveryRepository, lax).redrive(eventId ?? null) }];
    },
  },
  'jobs unknown': {
    form: '',
    does: 'list the sends whose outcome nobody knows',
    run: async (app) => app.get(JobAdministration, lax).unknown(),
  },
  'jobs resolve': {
    form: '<job id> sent|failed|retry',
    does: 'settle a send whose outcome nobody knows',
    run: async (app, [text = '', word]) => {
      const jobId = id(text, 'job id');
      const resolution = resolutions.find((candidate) => candidate === word);
      if (!resolution) throw new DomainError('invalid_request', 'Say how: sent, failed or retry.');
      await app.get(JobAdministration, lax).resolve(jobId, resolution);
      return [{ id: jobId, resolved: resolution }];
    },
  },
  'search index': {
    form: '',
    does: 'add the emails that are missing from the search index',
    run: async (app) => [{ added: await app.get(SearchIndex, lax).addMissing() }],
  },
  'search move': {
    form: 'own|main',
    does: 'take the search index to SEARCH_DATABASE_URL or back, while mail comes in and is searched',
    run: async (app, [text = '']) => [await app.get(SearchMove, lax).to(searchPlace(text))],
  },
  'secrets rotate': {
    form: '',
    does: 'seal every secret with the first of the keys, which then are needed no more',
    run: async (app) => [{ sealed: await resealSecrets(app.get(Database, lax), sealedColumns) }],
  },
  'webhooks failing': {
    form: '',
    does: 'list the webhooks that fail or are disabled',
    run: async (app) => app.get(WebhookAdministration, lax).failing(),
  },
  'webhooks enable': {
    form: '<webhook id>',
    does: 'enable a disabled webhook again',
    run: async (app, [text = '']) => {
      const webhookId = id(text, 'webhook id');
      await app.get(WebhookAdministration, lax).enable(webhookId);
      return [{ id: webhookId, enabled: true }];
    },
  },
  ...billingCommands,
};

export function usage(): string {
  const lines = Object.entries({ ...commands, ...installationCommands }).map(
    ([name, { form, does }]) => `  ${`${name} ${form}`.padEnd(50)}${does}`,
  );
  return `npm run ops -- <command> [--json]\n\n${lines.join('\n')}\n`;
}
