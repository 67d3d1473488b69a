import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { Caller, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { WebhookService } from '@mailroom/webhooks';
import { aliased } from '../aliased-field.js';
import { Operation } from '../openapi/api-operation.js';
import { webhookView } from './webhook.view.js';
import { CreateWebhookDto } from './webhook.dto.js';

@Controller('webhooks')
@Needs('read')
export class WebhooksController {
  constructor(private readonly webhooks: WebhookService) {}

  @Get()
  @Operation({ summary: 'List webhook subscriptions', data: '[Webhook]' })
  async listWebhooks(@Caller() caller: Principal) {
    return { items: (await this.webhooks.list(caller)).map(webhookView) };
  }

  @Post()
  @Operation({ summary: 'Subscribe a webhook', data: 'CreatedWebhook' })
  async createWebhook(@Caller() caller: Principal, @Body() body: CreateWebhookDto) {
    const { url, name, events, accountId, ownerAccountId } = body;
    const mailboxId = aliased(['accountId', accountId], ['ownerAccountId', ownerAccountId]);
    const webhook = await this.webhooks.create(caller, { url, name, events, mailboxId });
    return { ...webhookView(webhook), secret: webhook.secret };
  }

  @Delete(':webhookId')
  @Operation({ summary: 'Delete a webhook', data: 'Deleted' })
  async deleteWebhook(@Caller() caller: Principal, @Param('webhookId') webhookId: string) {
    const id = query.smallPathId(webhookId, 'webhookId');
    await this.webhooks.delete(caller, id);
    return { id };
  }
}
