import { about, integer, list, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import { stateOfWebhook, type LoggedDelivery, type OperatorWebhook } from '@mailroom/webhooks';

export const webhookResource = resource(
  'Webhook',
  object({
    webhookId: integer,
    tenantId: string,
    accountId: about(nullable('integer'), 'null where it covers all mailboxes of the tenant'),
    name: string,
    url: string,
    events: list(string),
    state: about(word(['active', 'failing', 'disabled']), 'failing: the last deliveries did not succeed'),
    failingSince: nullable('string'),
    lastStatus: about(nullable('integer'), 'the HTTP status of the last try'),
    lastError: nullable('string'),
    lastDeliveryAt: nullable('string'),
    version: about(string, 'what a change of it names as expectedVersion'),
    createdAt: string,
  }),
  {
    webhookId: 3,
    tenantId: 'tnt_4b1f0c9a7e5d3f2b1a09',
    accountId: 7,
    name: 'orders',
    url: 'https://quillbyte.example/hooks/mail',
    events: ['email.received'],
    state: 'failing',
    failingSince: '2026-02-27T02:10:00.000Z',
    lastStatus: 503,
    lastError: 'The endpoint answered 503.',
    lastDeliveryAt: '2026-03-01T13:50:00.000Z',
    version: 'failing',
    createdAt: '2026-02-18T09:00:00.000Z',
  },
);

export function webhookView(webhook: OperatorWebhook): ValueOf<typeof webhookResource> {
  const { id, tenantId, mailboxId, name, url, events, failingSince, lastStatus, lastError, lastDeliverTime } = webhook;
  return {
    webhookId: id,
    tenantId,
    accountId: mailboxId,
    name,
    url,
    events,
    state: stateOfWebhook(webhook),
    failingSince: failingSince?.toISOString() ?? null,
    lastStatus,
    lastError,
    lastDeliveryAt: lastDeliverTime?.toISOString() ?? null,
    version: stateOfWebhook(webhook),
    createdAt: webhook.createdAt.toISOString(),
  };
}

export const deliveryResource = resource(
  'WebhookDelivery',
  object({
    deliveryId: integer,
    eventId: string,
    type: string,
    emailId: about(nullable('integer'), 'null where it tells of something else'),
    status: word(['pending', 'succeeded', 'failed']),
    attempts: integer,
    lastStatus: nullable('integer'),
    lastError: nullable('string'),
    nextAttemptAt: about(nullable('string'), 'null if there will be none'),
    createdAt: string,
    finishedAt: nullable('string'),
  }),
  {
    deliveryId: 91,
    eventId: '019a9f3c-5b7a-7c3e-8f1d-2b4a6c8e0f12',
    type: 'email.received',
    emailId: 1_042,
    status: 'failed',
    attempts: 8,
    lastStatus: 503,
    lastError: 'The endpoint answered 503.',
    nextAttemptAt: null,
    createdAt: '2026-02-28T09:00:00.000Z',
    finishedAt: '2026-03-01T13:50:00.000Z',
  },
);

export function deliveryView(delivery: LoggedDelivery): ValueOf<typeof deliveryResource> {
  const { id, eventId, type, emailId, status, attempts, lastStatus, lastError, nextAttemptAt } = delivery;
  return {
    deliveryId: id,
    eventId,
    type,
    emailId,
    status,
    attempts,
    lastStatus,
    lastError,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
    finishedAt: delivery.finishedAt?.toISOString() ?? null,
  };
}
