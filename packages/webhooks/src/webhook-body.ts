/** A delivery that tells of an email. */
export type EmailDelivery = {
  readonly webhookId: number;
  readonly eventId: string;
  readonly type: string;
  readonly emailId: number;
  readonly occurredAt: Date;
};

/** What an endpoint is told about an email; the surface that shows emails decides. */
export abstract class WebhookBody {
  /** Returns JSON text, or null if the email is gone. */
  abstract build(delivery: EmailDelivery): Promise<string | null>;
}
