import { Injectable } from '@nestjs/common';
import { Database } from '@mailroom/database';
import { changedMeanwhile, DomainError } from '@mailroom/errors';
import { AuditTrail, type OperatorDecision } from '@mailroom/identity';
import { DeliveryLogRepository, type DeliveryPage, type LoggedDelivery } from './delivery-log.repository.js';
import {
  OperatorWebhookRepository,
  stateOfWebhook,
  type OperatorWebhook,
} from './operator/operator-webhook.repository.js';
import { WebhookRepository } from './webhook.repository.js';

/** What an operator sees and decides about endpoints. */
@Injectable()
export class WebhookAdministration {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly all: OperatorWebhookRepository,
    private readonly log: DeliveryLogRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** Webhooks that fail or are disabled, for the command line. */
  async failing() {
    const webhooks = await this.webhooks.failing();
    return webhooks.map(({ id, tenantId, url, status, lastStatus, lastError, lastDeliverTime }) => ({
      id,
      tenantId,
      url,
      status: status === 0 ? 'active' : 'disabled',
      lastStatus,
      lastError,
      lastDeliverTime,
    }));
  }

  /** @throws not_found */
  async find(id: number): Promise<OperatorWebhook> {
    return (await this.all.find(id)) ?? missing(id);
  }

  /** Returns one page of the outcomes of its deliveries. @throws not_found */
  async deliveries(id: number, page: DeliveryPage): Promise<LoggedDelivery[]> {
    return this.log.list((await this.find(id)).id, page);
  }

  /** Delivers to it again, and forgets that it failed. @throws not_found; conflict if its state is another */
  async enable(
    id: number,
    { by, reason, expectedVersion }: OperatorDecision = { by: null, reason: '' },
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const webhook = (await this.all.lock(tx, id)) ?? missing(id);
      const state = stateOfWebhook(webhook);
      if (state === 'active') return;
      if (state !== (expectedVersion ?? state)) throw changedMeanwhile(`The webhook ${id}`, state);
      await this.all.enable(tx, id);
      const details = { state, url: webhook.url, reason };
      await this.audit.record(tx, by, { action: 'webhook.enabled', tenantId: webhook.tenantId, targetId: id, details });
    });
  }

  /**
   * Makes a delivery again, by the hand of the dispatcher. One that waits or is under way stays as it is.
   * @throws not_found; invalid_request if the webhook is disabled
   */
  async replay(id: number, deliveryId: number, { by, reason }: OperatorDecision): Promise<LoggedDelivery> {
    await this.database.transaction(async (tx) => {
      const webhook = (await this.all.lock(tx, id)) ?? missing(id);
      if (webhook.status !== 0) {
        throw new DomainError('invalid_request', `The webhook ${id} is disabled, so nothing is delivered to it.`, {
          fix: 'Enable it first.',
        });
      }
      if (!(await this.log.replayEnded(tx, id, deliveryId))) return;
      const details = { webhookId: id, reason };
      const { tenantId } = webhook;
      await this.audit.record(tx, by, { action: 'delivery.replayed', tenantId, targetId: deliveryId, details });
    });
    const delivery = await this.log.find(id, deliveryId);
    if (!delivery) throw new DomainError('not_found', `The webhook ${id} has no delivery ${deliveryId}.`);
    return delivery;
  }
}

function missing(id: number): never {
  throw new DomainError('not_found', `There is no webhook ${id}.`);
}
