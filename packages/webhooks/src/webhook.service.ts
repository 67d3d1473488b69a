import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { TenantService, type Principal } from '@mailroom/identity';
import { MailboxAccess } from '@mailroom/mail';
import { requireEndpointUrl } from './endpoint-url.js';
import { createSecret } from './signature.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookOptions, type CreatedWebhook, type Webhook } from './webhook.js';

export type WebhookRequest = {
  readonly url: string;
  readonly name?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly mailboxId?: number | undefined;
};

@Injectable()
export class WebhookService {
  constructor(
    private readonly tenants: TenantService,
    private readonly webhooks: WebhookRepository,
    private readonly access: MailboxAccess,
    private readonly options: WebhookOptions,
  ) {}

  /**
   * A mailbox token subscribes its own mailbox; a manager one of the tenant's, or all of them.
   * @throws invalid_request, not_found, quota_exceeded
   */
  async create(principal: Principal, request: WebhookRequest): Promise<CreatedWebhook> {
    const url = requireEndpointUrl(request.url, this.options.allowPrivate);
    const tenantWide = principal.mailboxId === null && request.mailboxId === undefined;
    const mailbox = tenantWide ? null : await this.access.require(principal, request.mailboxId);
    const webhook = await this.webhooks.insert({
      tenantId: principal.tenantId,
      userId: mailbox?.userId ?? (await this.tenants.firstUser(principal.tenantId)),
      mailboxId: mailbox?.id ?? null,
      name: request.name ?? '',
      url,
      events: request.events ?? ['email.received'],
      secret: createSecret(),
    });
    if (webhook) return webhook;
    throw new DomainError('quota_exceeded', 'There are 50 webhooks here already.', { fix: 'Delete one first.' });
  }

  async list(principal: Principal): Promise<Webhook[]> {
    return this.webhooks.list(principal.tenantId, principal.mailboxId);
  }

  /** @throws not_found */
  async delete(principal: Principal, id: number): Promise<void> {
    if (await this.webhooks.delete(id, principal.tenantId, principal.mailboxId)) return;
    throw new DomainError('not_found', 'There is no such webhook.');
  }
}
