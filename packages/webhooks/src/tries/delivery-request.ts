import type { EmailDelivery, WebhookBody } from '../webhook-body.js';

type Told = Omit<EmailDelivery, 'emailId'> & {
  /** Null where it tells of something else. */
  readonly emailId: number | null;
  /** What it tells of something else. */
  readonly data: object | null;
};

/** Returns what endpoints are told, as JSON texts in the order of `all`; null for each whose email is gone. */
export async function requestBodies(bodies: WebhookBody, all: readonly Told[]): Promise<(string | null)[]> {
  // What is said of one email under one name is said once.
  const emails = new Map(all.flatMap((told) => (told.emailId === null ? [] : [[keyOf(told), told as EmailDelivery]])));
  const texts = emails.size > 0 ? await bodies.build([...emails.values()]) : [];
  const byKey = new Map([...emails.keys()].map((key, index) => [key, texts[index] ?? null]));
  return all.map((told) => (told.emailId === null ? textOf(told) : (byKey.get(keyOf(told)) ?? null)));
}

const keyOf = ({ type, emailId }: Told) => `${type} ${emailId}`;

const textOf = ({ type, occurredAt, data }: Told) =>
  JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
