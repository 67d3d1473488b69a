import type { EmailDelivery, WebhookBody } from '../webhook-body.js';

type Told = Omit<EmailDelivery, 'emailId'> & {
  /** Null where it tells of something else. */
  readonly emailId: number | null;
  /** What it tells of something else. */
  readonly data: object | null;
};

/** Returns what an endpoint is told, as JSON text; null if the email is gone. */
export async function requestBody(bodies: WebhookBody, told: Told): Promise<string | null> {
  const { emailId, data, type, occurredAt } = told;
  if (emailId === null) return JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  return bodies.build({ ...told, emailId });
}
