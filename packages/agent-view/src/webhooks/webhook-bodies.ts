import { Injectable } from '@nestjs/common';
import { WebhookBody, type EmailDelivery } from '@mailroom/webhooks';
import { EmailWebhookBody } from './email-webhook-body.js';
import { MessageWebhookBody } from './message-webhook-body.js';

/** Tells each endpoint of an email in the words of the surface that named the event. */
@Injectable()
export class WebhookBodies extends WebhookBody {
  constructor(
    private readonly emails: EmailWebhookBody,
    private readonly messages: MessageWebhookBody,
  ) {
    super();
  }

  override async build(delivery: EmailDelivery): Promise<string | null> {
    return delivery.type.startsWith('email.') ? this.emails.build(delivery) : this.messages.build(delivery);
  }
}
