import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { Caller, Needs, query } from '@mailroom/http';
import type { Principal } from '@mailroom/identity';
import { list, object, one, Operation, ref, type Answer, type ValueOf } from '@mailroom/openapi';
import { WebhookService } from '@mailroom/webhooks';
import { PaymentProofHeader, Proof } from '../leases/payment-proof.header.js';
import { WalletCaller } from '../leases/wallet-caller.js';
import { LeaseWebhooks } from './lease-webhooks.js';
import { SubscribeWebhookDto } from './webhook.dto.js';
import {
  deletedWebhookResource,
  subscribedWebhookResource,
  subscribedWebhookView,
  webhookResource,
  webhookView,
} from './webhook.js';

const allWebhooks: Answer<{ readonly items: readonly ValueOf<typeof webhookResource>[] }> = {
  schema: object({ items: list(ref(webhookResource)) }),
  example: { items: [webhookResource.example] },
};

@Controller('webhooks')
@Needs('read')
export class WebhooksController {
  constructor(
    private readonly callers: WalletCaller,
    private readonly subscriptions: LeaseWebhooks,
    private readonly webhooks: WebhookService,
  ) {}

  @Post()
  @PaymentProofHeader()
  @Operation({ summary: 'Be told what happens', status: 201, answer: one(subscribedWebhookResource) })
  async subscribeWebhook(
    @Caller() caller: Principal,
    @Proof() proof: string | undefined,
    @Body() body: SubscribeWebhookDto,
  ) {
    return subscribedWebhookView(await this.subscriptions.subscribe(caller, body, proof));
  }

  @Get()
  @Operation({ summary: 'Webhooks', answer: allWebhooks })
  async listSubscribedWebhooks(@Caller() caller: Principal) {
    this.callers.require(caller);
    return { items: (await this.webhooks.list(caller)).map(webhookView) };
  }

  @Get(':webhook_id')
  @Operation({ summary: 'One webhook', answer: one(webhookResource) })
  async getSubscribedWebhook(@Caller() caller: Principal, @Param('webhook_id') id: string) {
    this.callers.require(caller);
    return webhookView(await this.webhooks.find(caller, query.smallPathId(id, 'webhook_id')));
  }

  @Delete(':webhook_id')
  @Operation({ summary: 'Be told no more', answer: one(deletedWebhookResource) })
  async unsubscribeWebhook(@Caller() caller: Principal, @Param('webhook_id') id: string) {
    this.callers.require(caller);
    const webhookId = query.smallPathId(id, 'webhook_id');
    await this.webhooks.delete(caller, webhookId);
    return { webhook_id: webhookId };
  }
}
