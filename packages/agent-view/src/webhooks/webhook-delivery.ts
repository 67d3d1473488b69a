import { integer, nullable, object, resource, string, type ValueOf, word } from '@mailroom/openapi';
import type { LoggedDelivery } from '@mailroom/webhooks';
import { at } from '../schema/example-times.js';

/** What is shown of every delivery. */
export const deliveryProperties = {
  id: integer,
  eventId: string,
  type: string,
  emailId: nullable('integer'),
  status: word(['pending', 'succeeded', 'failed']),
  attempts: integer,
  lastStatus: nullable('integer'),
  lastError: nullable('string'),
  nextAttemptAt: nullable('string'),
  createdAt: string,
  finishedAt: nullable('string'),
};

export const webhookDeliveryResource = resource('WebhookDelivery', object(deliveryProperties), {
  id: 88,
  eventId: '0193f1c2-7a10-7c4e-9a51-2f1d3b5c7e90',
  type: 'email.received',
  emailId: 1042,
  status: 'succeeded',
  attempts: 1,
  lastStatus: 200,
  lastError: null,
  nextAttemptAt: null,
  createdAt: at,
  finishedAt: at,
});

export type WebhookDeliveryResource = ValueOf<typeof webhookDeliveryResource>;

export function webhookDeliveryView(delivery: LoggedDelivery): WebhookDeliveryResource {
  return {
    id: delivery.id,
    eventId: delivery.eventId,
    type: delivery.type,
    emailId: delivery.emailId,
    status: delivery.status,
    attempts: delivery.attempts,
    lastStatus: delivery.lastStatus,
    lastError: delivery.lastError,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
    finishedAt: delivery.finishedAt?.toISOString() ?? null,
  };
}
