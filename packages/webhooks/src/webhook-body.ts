import type { WebhookDelivery } from './delivery.repository.js';

/** A delivery that tells of an email. */
export type EmailDelivery = Omit<WebhookDelivery, 'emailId' | 'data'> & { readonly emailId: number };

/** What an endpoint is told about an email; the surface that shows emails decides. */
export abstract class WebhookBody {
  /** Returns JSON text, or null if the email is gone. */
  abstract build(delivery: EmailDelivery): Promise<string | null>;
}
