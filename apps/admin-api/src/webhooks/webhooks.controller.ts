import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { idPage, pageOf, pageParameters, query, type Query as QueryString } from '@mailroom/http';
import type { OperatorCall } from '@mailroom/identity';
import { cursorPageOf, one, Operation, type QueryParameter } from '@mailroom/openapi';
import { OperatorWebhookRepository, WebhookAdministration } from '@mailroom/webhooks';
import { Operator } from '../auth/operator.guard.js';
import { ReasonDto, SeenDto } from '../reason.dto.js';
import { searchText } from '../search-text.js';
import { tenantParameter } from '../tenant-parameter.js';
import { deliveryResource, deliveryView, webhookResource, webhookView } from './webhook.js';

const states = ['unwell', 'failing', 'disabled'] as const;

const webhookParameters: Readonly<Record<string, QueryParameter>> = {
  ...tenantParameter,
  state: { type: 'string', description: 'unwell ones fail or are disabled', enum: states },
  ...pageParameters,
};

@Controller('webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: OperatorWebhookRepository,
    private readonly administration: WebhookAdministration,
  ) {}

  @Get()
  @Operation({
    summary: 'Webhooks, newest first',
    answer: cursorPageOf(webhookResource),
    query: webhookParameters,
  })
  async listWebhooks(@Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const filter = { tenantId: searchText(parameters, 'tenantId'), state: query.oneOf(parameters, 'state', states) };
    const found = await this.webhooks.list(filter, { cursor, limit: limit + 1 });
    return pageOf(found.map(webhookView), limit, ({ webhookId }) => String(webhookId));
  }

  @Get(':webhookId')
  @Operation({ summary: 'One webhook', answer: one(webhookResource) })
  async getWebhook(@Param('webhookId') webhookId: string) {
    return webhookView(await this.administration.find(query.smallPathId(webhookId, 'webhookId')));
  }

  @Get(':webhookId/deliveries')
  @Operation({
    summary: 'Its deliveries and how their last tries ended, newest first',
    answer: cursorPageOf(deliveryResource),
    query: pageParameters,
  })
  async listDeliveries(@Param('webhookId') webhookId: string, @Query() parameters: QueryString) {
    const { limit, cursor } = idPage(parameters);
    const page = { cursor, limit: limit + 1, oldestFirst: false };
    const found = await this.administration.deliveries(query.smallPathId(webhookId, 'webhookId'), page);
    return pageOf(found.map(deliveryView), limit, ({ deliveryId }) => String(deliveryId));
  }

  @Post(':webhookId/enable')
  @Operation({
    summary: 'Deliver to a disabled endpoint again, and forget that one fails',
    answer: one(webhookResource),
  })
  async enableWebhook(@Operator() by: OperatorCall, @Param('webhookId') webhookId: string, @Body() seen: SeenDto) {
    const id = query.smallPathId(webhookId, 'webhookId');
    await this.administration.enable(id, { by, ...seen });
    return webhookView(await this.administration.find(id));
  }

  @Post(':webhookId/deliveries/:deliveryId/replay')
  @Operation({ summary: 'Make a delivery again that has ended', answer: one(deliveryResource) })
  async replayDelivery(
    @Operator() by: OperatorCall,
    @Param('webhookId') webhookId: string,
    @Param('deliveryId') deliveryId: string,
    @Body() { reason }: ReasonDto,
  ) {
    const ids = [query.smallPathId(webhookId, 'webhookId'), query.pathId(deliveryId, 'deliveryId')] as const;
    return deliveryView(await this.administration.replay(...ids, { by, reason }));
  }
}
