import type { INestApplicationContext } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { DEFAULT_TENANT_ID, TenantService, TokenService } from '@mailroom/identity';
import { MAILBOX_ACTIVE, MAILBOX_DISABLED, MailboxService } from '@mailroom/mail';
import { BusDeliveryRepository } from '@mailroom/messaging';
import { JobAdministration } from '@mailroom/sending';
import { WebhookAdministration } from '@mailroom/webhooks';
import type { Row } from './print.js';

type Run = (app: INestApplicationContext, args: readonly string[]) => Promise<readonly Row[]>;
type Command = { readonly form: string; readonly does: string; readonly run: Run };

const lax = { strict: false } as const;

function required(args: readonly string[], index: number, name: string): string {
  const value = args[index];
  if (value !== undefined && value !== '') return value;
  throw new DomainError('invalid_request', `The argument <${name}> is missing.`);
}

function id(args: readonly string[], index: number, name: string): number {
  const text = required(args, index, name);
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new DomainError('invalid_request', `<${name}> must be a positive integer, not "${text}".`);
}

const setMailbox =
  (status: 0 | 1): Run =>
  async (app, args) => {
    const mailbox = await app.get(MailboxService, lax).setStatus(required(args, 0, 'address').toLowerCase(), status);
    return [{ id: mailbox.id, address: mailbox.address, status: status === MAILBOX_ACTIVE ? 'active' : 'disabled' }];
  };

const resolutions = ['sent', 'failed', 'retry'] as const;

/** What an operator can do, by noun and verb. */
export const commands: Readonly<Record<string, Command>> = {
  'tokens issue': {
    form: '[tenant] [name]',
    does: 'issue a manager token; its text is shown this once',
    run: async (app, [tenant = DEFAULT_TENANT_ID, name = '']) => {
      const token = await app.get(TokenService, lax).issueManagerToken(tenant, { name });
      return [{ id: token.id, tenant, name, token: token.text }];
    },
  },
  'tokens revoke': {
    form: '<token id>',
    does: 'revoke a token',
    run: async (app, args) => {
      const tokenId = id(args, 0, 'token id');
      await app.get(TokenService, lax).revokeAny(tokenId);
      return [{ id: tokenId, revoked: true }];
    },
  },
  'tenants create': {
    form: '<name>',
    does: 'create a tenant',
    run: async (app, args) => {
      const tenant = await app.get(TenantService, lax).create(required(args, 0, 'name'));
      return [{ id: tenant.id, name: tenant.name, status: tenant.status }];
    },
  },
  'tenants suspend': {
    form: '<tenant id>',
    does: 'stop all sending of a tenant',
    run: async (app, args) => {
      const tenantId = required(args, 0, 'tenant id');
      await app.get(TenantService, lax).setStatus(tenantId, 'suspended');
      return [{ id: tenantId, status: 'suspended' }];
    },
  },
  'mailboxes disable': { form: '<address>', does: 'take and send nothing', run: setMailbox(MAILBOX_DISABLED) },
  'mailboxes enable': { form: '<address>', does: 'take and send again', run: setMailbox(MAILBOX_ACTIVE) },
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
    does: 'settle such a send',
    run: async (app, args) => {
      const jobId = id(args, 0, 'job id');
      const resolution = resolutions.find((candidate) => candidate === args[1]);
      if (!resolution) throw new DomainError('invalid_request', 'Say how: sent, failed or retry.');
      await app.get(JobAdministration, lax).resolve(jobId, resolution);
      return [{ id: jobId, resolved: resolution }];
    },
  },
  'webhooks failing': {
    form: '',
    does: 'list the webhooks that fail or were disabled',
    run: async (app) => app.get(WebhookAdministration, lax).failing(),
  },
  'webhooks enable': {
    form: '<webhook id>',
    does: 'deliver to a disabled webhook again',
    run: async (app, args) => {
      const webhookId = id(args, 0, 'webhook id');
      await app.get(WebhookAdministration, lax).enable(webhookId);
      return [{ id: webhookId, enabled: true }];
    },
  },
};

export function usage(): string {
  const lines = Object.entries(commands).map(([name, { form, does }]) => `  ${`${name} ${form}`.padEnd(46)}${does}`);
  return `npm run ops -- <command> [--json]\n\n${lines.join('\n')}\n`;
}
