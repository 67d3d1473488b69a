import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  pageAnswer,
  pageOf,
  rotatedWebhookResource,
  rotatedWebhookView,
  webhookDeliveryDetailsResource,
  webhookDeliveryDetailsView,
  webhookDeliveryResource,
  webhookDeliveryView,
  webhookTestResource,
  webhookTestView,
} from '@mailroom/agent-view';
import { Caller, Needs, query, type Query as QueryString } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one } from '@mailroom/openapi';
import { WebhookService } from '@mailroom/webhooks';
import { Operation } from '../openapi/api-operation.js';
import { DeliveryRequests } from './delivery-requests.js';

/** Shows an endpoint's owner why deliveries fail. */
@Controller('webhooks/:webhookId')
@Needs('read')
export class WebhookDeliveriesController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly requests: DeliveryRequests,
  ) {}

  @Get('deliveries')
  @Operation({
    summary:
      "List a webhook's deliveries; those that have ended are kept for 30 days, unless the operator sets another time",
    answer: pageOf(webhookDeliveryResource),
    paged: true,
  })
  async listDeliveries(@Caller() caller: Principal, @Param('webhookId') id: string, @Query() parameters: QueryString) {
    const page = query.page(parameters);
    const webhookId = query.smallPathId(id, 'webhookId');
    const deliveries = await this.webhooks.deliveries(caller, webhookId, { ...page, limit: page.limit + 1 });
    return pageAnswer(deliveries.map(webhookDeliveryView), page.limit);
  }

  @Get('deliveries/:deliveryId')
  @Operation({
    summary: 'Read a delivery with what the endpoint is told, and its latest tries with their answers',
    answer: one(webhookDeliveryDetailsResource),
  })
  async getDelivery(
    @Caller() caller: Principal,
    @Param('webhookId') webhookId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    const id = query.smallPathId(webhookId, 'webhookId');
    const delivery = await this.webhooks.inspect(caller, id, query.pathId(deliveryId, 'deliveryId'));
    return webhookDeliveryDetailsView(delivery, await this.requests.body(caller, id, delivery));
  }

  @Post('deliveries/:deliveryId/replay')
  @Operation({ summary: 'Make a delivery again', answer: one(webhookDeliveryResource) })
  async replayDelivery(
    @Caller() caller: Principal,
    @Param('webhookId') webhookId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    const id = query.smallPathId(webhookId, 'webhookId');
    return webhookDeliveryView(await this.webhooks.replay(caller, id, query.pathId(deliveryId, 'deliveryId')));
  }

  @Post('test')
  @Operation({ summary: 'Deliver a webhook.test event now and say what came of it', answer: one(webhookTestResource) })
  async testWebhook(@Caller() caller: Principal, @Param('webhookId') webhookId: string) {
    return webhookTestView(await this.webhooks.test(caller, query.smallPathId(webhookId, 'webhookId')));
  }

  @Post('rotate-secret')
  @Operation({
    summary: 'Make a new signing secret; the old one signs too for 24 hours',
    answer: one(rotatedWebhookResource),
  })
  async rotateSecret(@Caller() caller: Principal, @Param('webhookId') webhookId: string) {
    return rotatedWebhookView(await this.webhooks.rotateSecret(caller, query.smallPathId(webhookId, 'webhookId')));
  }
}
