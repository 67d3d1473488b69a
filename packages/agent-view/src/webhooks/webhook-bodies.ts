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

  override async build(deliveries: readonly EmailDelivery[]): Promise<(string | null)[]> {
    const isOfAgents = ({ type }: EmailDelivery) => type.startsWith('email.');
    const own = deliveries.filter(isOfAgents);
    const others = deliveries.filter((delivery) => !isOfAgents(delivery));
    const [emails, messages] = await Promise.all([
      own.length > 0 ? this.emails.build(own) : [],
      others.length > 0 ? this.messages.build(others) : [],
    ]);
    return deliveries.map((delivery) => (isOfAgents(delivery) ? emails : messages).shift() ?? null);
  }
}
