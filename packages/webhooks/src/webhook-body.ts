import type { WebhookDelivery } from './delivery.repository.js';

/** What an endpoint is told about an email; the surface that shows emails decides. */
export abstract class WebhookBody {
  /** Returns JSON text, or null if the email is gone. */
  abstract build(delivery: WebhookDelivery): Promise<string | null>;
}
