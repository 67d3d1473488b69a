import { boolean, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';
import type { TestOutcome } from '@mailroom/webhooks';

export const webhookTestResource = resource(
  'WebhookTest',
  object({ eventId: string, delivered: boolean, status: nullable('integer'), error: nullable('string') }),
  { eventId: '0193f1c2-7a10-7c4e-9a51-2f1d3b5c7e90', delivered: true, status: 200, error: null },
);

export type WebhookTestResource = ValueOf<typeof webhookTestResource>;

export function webhookTestView({ eventId, delivered, status, error }: TestOutcome): WebhookTestResource {
  return { eventId, delivered, status, error };
}
