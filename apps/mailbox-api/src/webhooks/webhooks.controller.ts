import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import {
  aliased,
  all,
  createdWebhookResource,
  createdWebhookView,
  deletedResource,
  webhookResource,
  webhookView,
} from '@mailroom/agent-view';
import { Caller, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { one } from '@mailroom/openapi';
import { WebhookService } from '@mailroom/webhooks';
import { Operation } from '../openapi/api-operation.js';
import { CreateWebhookDto } from './webhook.dto.js';

@Controller('webhooks')
@Needs('read')
export class WebhooksController {
  constructor(private readonly webhooks: WebhookService) {}

  @Get()
  @Operation({ summary: 'List webhook subscriptions', answer: all(webhookResource) })
  async listWebhooks(@Caller() caller: Principal) {
    return { items: (await this.webhooks.list(caller)).map(webhookView) };
  }

  @Post()
  @Operation({ summary: 'Subscribe a webhook', answer: one(createdWebhookResource) })
  async createWebhook(@Caller() caller: Principal, @Body() body: CreateWebhookDto) {
    const { url, name, events, accountId, ownerAccountId } = body;
    const mailboxId = aliased(['accountId', accountId], ['ownerAccountId', ownerAccountId]);
    return createdWebhookView(await this.webhooks.create(caller, { url, name, events, mailboxId }));
  }

  @Delete(':webhookId')
  @Operation({ summary: 'Delete a webhook', answer: one(deletedResource) })
  async deleteWebhook(@Caller() caller: Principal, @Param('webhookId') webhookId: string) {
    const id = query.smallPathId(webhookId, 'webhookId');
    await this.webhooks.delete(caller, id);
    return { id };
  }
}
