import { integer, list, nullable, object, resource, string, type ValueOf } from '@mailroom/openapi';
import type { CreatedWebhook, RotatedWebhook, Webhook } from '@mailroom/webhooks';
import { at, later } from '../schema/example-times.js';

const webhook = {
  webhookId: integer,
  userId: integer,
  accountId: nullable('integer'),
  name: string,
  url: string,
  events: list(string),
  status: integer,
  lastStatus: nullable('integer'),
  lastError: nullable('string'),
  lastDeliverTime: nullable('string'),
  createTime: string,
};

export const webhookResource = resource('Webhook', object(webhook), {
  webhookId: 5,
  userId: 3,
  accountId: 7,
  name: 'agent',
  url: 'https://agent.example/hooks/mail',
  events: ['email.received'],
  status: 0,
  lastStatus: 200,
  lastError: null,
  lastDeliverTime: at,
  createTime: at,
});

/** A new webhook with its secret, which is shown only this once. */
export const createdWebhookResource = resource('CreatedWebhook', object({ ...webhook, secret: string }), {
  ...webhookResource.example,
  lastStatus: null,
  lastDeliverTime: null,
  secret: 'whsec_MfKQ…',
});

/** The webhook with its new secret, which is shown only this once. */
export const rotatedWebhookResource = resource(
  'RotatedWebhook',
  object({ ...webhook, secret: string, previousSecretUntil: string }),
  { ...webhookResource.example, secret: 'whsec_9cTz…', previousSecretUntil: later },
);

export type WebhookResource = ValueOf<typeof webhookResource>;
export type CreatedWebhookResource = ValueOf<typeof createdWebhookResource>;
export type RotatedWebhookResource = ValueOf<typeof rotatedWebhookResource>;

export function webhookView(webhook: Webhook): WebhookResource {
  return {
    webhookId: webhook.id,
    userId: webhook.userId,
    accountId: webhook.mailboxId,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    status: webhook.status,
    lastStatus: webhook.lastStatus,
    lastError: webhook.lastError,
    lastDeliverTime: webhook.lastDeliverTime?.toISOString() ?? null,
    createTime: webhook.createdAt.toISOString(),
  };
}

export function createdWebhookView(webhook: CreatedWebhook): CreatedWebhookResource {
  return { ...webhookView(webhook), secret: webhook.secret };
}

export function rotatedWebhookView(webhook: RotatedWebhook): RotatedWebhookResource {
  const previousSecretUntil = webhook.previousSecretUntil.toISOString();
  return { ...webhookView(webhook), secret: webhook.secret, previousSecretUntil };
}
