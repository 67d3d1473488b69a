/** A delivery that tells of an email. */
export type EmailDelivery = {
  readonly webhookId: number;
  readonly eventId: string;
  readonly type: string;
  readonly emailId: number;
  readonly mailboxId: number;
  readonly occurredAt: Date;
};

/** What an endpoint is told about an email; the surface that shows emails decides. */
export abstract class WebhookBody {
  /** Returns JSON texts in the order of the deliveries, null for each whose email is gone. */
  abstract build(deliveries: readonly EmailDelivery[]): Promise<(string | null)[]>;
}
