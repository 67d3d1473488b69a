import { Injectable } from '@nestjs/common';
import type { Principal } from '@mailroom/identity';
import { EmailService } from '@mailroom/mail';
import { requestBodies, WebhookBody, type InspectedDelivery } from '@mailroom/webhooks';

/** Shows what an endpoint is told, to somebody who may read that mail. */
@Injectable()
export class DeliveryRequests {
  constructor(
    private readonly bodies: WebhookBody,
    private readonly emails: EmailService,
  ) {}

  /** Returns JSON text, or null where the email is gone. */
  async body(caller: Principal, webhookId: number, delivery: InspectedDelivery): Promise<string | null> {
    const { emailId } = delivery;
    if (emailId !== null && !(await this.emails.find(caller, emailId))) return null;
    const [body = null] = await requestBodies(this.bodies, [{ ...delivery, webhookId }]);
    return body;
  }
}
