import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';
import { TenantService, type Principal } from '@mailroom/identity';
import { MailboxAccess, signInIdOf } from '@mailroom/mail';
import {
  DeliveryLogRepository,
  type DeliveryPage,
  type InspectedDelivery,
  type LoggedDelivery,
} from './delivery-log.repository.js';
import { requireEndpointUrl } from './endpoint-url.js';
import { createSecret, requireSecret } from './signature.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookTester, type TestOutcome } from './webhook-tester.js';
import {
  WebhookOptions,
  type CreatedWebhook,
  type RotatedWebhook,
  type SigningWebhook,
  type Webhook,
} from './webhook.js';

export type WebhookRequest = {
  readonly url: string;
  readonly name?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly mailboxId?: number | undefined;
  /** The name of the URL in the request. */
  readonly urlField?: string;
  /** A new one is made where none is given. */
  readonly secret?: string | undefined;
  /** What has to happen in the transaction that creates it, or else it is not created. */
  readonly within?: (tx: Pick<Database, 'query'>) => Promise<void>;
};

@Injectable()
export class WebhookService {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantService,
    private readonly webhooks: WebhookRepository,
    private readonly access: MailboxAccess,
    private readonly deliveryLog: DeliveryLogRepository,
    private readonly tester: WebhookTester,
    private readonly options: WebhookOptions,
  ) {}

  /**
   * A mailbox token subscribes its own mailbox; a manager subscribes one of the tenant's mailboxes, or all of them. Whoever
   * signed in with a mailbox's password does not: mail would go on to leave the mailbox after a reset of the password.
   * @throws invalid_request, insufficient_scope, not_found, quota_exceeded
   */
  async create(principal: Principal, request: WebhookRequest): Promise<CreatedWebhook> {
    if (signInIdOf(principal.id) !== null) throw outlivesSignIn();
    const url = requireEndpointUrl(request.url, this.options.allowPrivate, request.urlField);
    const tenantWide = principal.mailboxId === null && request.mailboxId === undefined;
    const mailbox = tenantWide ? null : await this.access.require(principal, request.mailboxId);
    if (request.secret !== undefined) requireSecret(request.secret);
    const wanted = {
      tenantId: principal.tenantId,
      userId: mailbox?.userId ?? (await this.tenants.firstUser(principal.tenantId)),
      mailboxId: mailbox?.id ?? null,
      name: request.name ?? '',
      url,
      events: request.events ?? ['email.received'],
      secret: request.secret ?? createSecret(),
    };
    return this.database.sqlTransaction(async (tx) => {
      await request.within?.(tx);
      return (await this.webhooks.insert(tx, wanted)) ?? tooMany();
    });
  }

  async list(principal: Principal): Promise<Webhook[]> {
    return this.webhooks.list(principal.tenantId, principal.mailboxId);
  }

  /** @throws not_found */
  async find(principal: Principal, id: number): Promise<Webhook> {
    return this.#require(principal, id);
  }

  /** Returns one page of the outcomes of its deliveries. @throws not_found */
  async deliveries(principal: Principal, id: number, page: DeliveryPage): Promise<LoggedDelivery[]> {
    const webhook = await this.#require(principal, id);
    return this.deliveryLog.list(webhook.id, page);
  }

  /** Returns one delivery with its tries. @throws not_found */
  async inspect(principal: Principal, id: number, deliveryId: number): Promise<InspectedDelivery> {
    const webhook = await this.#require(principal, id);
    return (await this.deliveryLog.inspect(webhook.id, deliveryId)) ?? noSuchDelivery();
  }

  /** Has the dispatcher make a delivery again. @throws not_found; invalid_request if the webhook is disabled */
  async replay(principal: Principal, id: number, deliveryId: number): Promise<LoggedDelivery> {
    const webhook = await this.#require(principal, id);
    if (webhook.status !== 0) {
      throw new DomainError('invalid_request', 'This webhook is disabled, so nothing is delivered to it.', {
        fix: 'Subscribe the endpoint again, or ask the operator to enable it.',
      });
    }
    return (await this.deliveryLog.replay(webhook.id, deliveryId)) ?? noSuchDelivery();
  }

  /** Delivers a test event now, even to a disabled webhook. @throws not_found, rate_limited */
  async test(principal: Principal, id: number): Promise<TestOutcome> {
    return this.tester.test(await this.#require(principal, id));
  }

  /** Creates a new signing secret; for 24 hours deliveries are signed with the old one too. @throws not_found */
  async rotateSecret(principal: Principal, id: number): Promise<RotatedWebhook> {
    const { tenantId, mailboxId } = principal;
    const rotated = await this.webhooks.rotate(id, tenantId, mailboxId, createSecret());
    if (!rotated) throw noSuchWebhook();
    return rotated;
  }

  async #require({ tenantId, mailboxId }: Principal, id: number): Promise<SigningWebhook> {
    const webhook = await this.webhooks.find(id, tenantId, mailboxId);
    if (!webhook) throw noSuchWebhook();
    return webhook;
  }

  /** @throws not_found */
  async delete(principal: Principal, id: number): Promise<void> {
    if (await this.webhooks.delete(id, principal.tenantId, principal.mailboxId)) return;
    throw noSuchWebhook();
  }
}

function tooMany(): never {
  throw new DomainError('quota_exceeded', 'There are 50 webhooks here already.', { fix: 'Delete one first.' });
}

function noSuchDelivery(): never {
  throw new DomainError('not_found', 'There is no such delivery.');
}

function noSuchWebhook(): DomainError {
  return new DomainError('not_found', 'There is no such webhook.');
}

function outlivesSignIn(): DomainError {
  return new DomainError('insufficient_scope', 'A webhook would outlive the password that this sign-in began with.', {
    fix: 'Subscribe it with a token of the mailbox or of a manager.',
  });
}
