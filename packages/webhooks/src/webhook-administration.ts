import { Injectable } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';
import { WebhookRepository } from './webhook.repository.js';

/** Shows the operator the webhooks that don't work. Their secrets are not shown. */
@Injectable()
export class WebhookAdministration {
  constructor(private readonly webhooks: WebhookRepository) {}

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

  async enable(id: number): Promise<void> {
    if (!(await this.webhooks.enable(id))) throw new DomainError('not_found', `There is no webhook ${id}.`);
  }
}
