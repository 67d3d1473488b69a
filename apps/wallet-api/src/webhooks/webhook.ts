import { about, integer, list, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import type { CreatedWebhook, Webhook } from '@mailroom/webhooks';

const fields = {
  webhook_id: integer,
  event_types: list(string),
  target_url: { ...string, format: 'uri' },
  mailbox_id: about(nullable('integer'), 'null: every mailbox of the tenant'),
  status: about(word(['active', 'disabled']), 'disabled: it failed for five days, or asked for no more (410)'),
  last_status: about(nullable('integer'), 'what the endpoint answered last'),
  last_error: nullable('string'),
  created_at: string,
};

const example = {
  webhook_id: 5,
  event_types: ['message.received', 'otp.extracted'],
  target_url: 'https://agent.example/hooks/mail',
  mailbox_id: 7,
  status: 'active' as const,
  last_status: 200,
  last_error: null,
  created_at: '2026-03-01T09:00:00.000Z',
};

export const webhookResource = resource('LeaseWebhook', object(fields), example);

export const subscribedWebhookResource = resource(
  'SubscribedLeaseWebhook',
  object({ ...fields, secret: about(string, 'signs the deliveries (Standard Webhooks); shown only now') }),
  { ...example, last_status: null, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDIvYkdpvTWOo=' },
);

export const deletedWebhookResource = resource('DeletedLeaseWebhook', object({ webhook_id: integer }), {
  webhook_id: 5,
});

export function webhookView(webhook: Webhook): ValueOf<typeof webhookResource> {
  const { id, events, url, mailboxId, status, lastStatus, lastError, createdAt } = webhook;
  return {
    webhook_id: id,
    event_types: events,
    target_url: url,
    mailbox_id: mailboxId,
    status: status === 0 ? 'active' : 'disabled',
    last_status: lastStatus,
    last_error: lastError,
    created_at: createdAt.toISOString(),
  };
}

export function subscribedWebhookView(webhook: CreatedWebhook): ValueOf<typeof subscribedWebhookResource> {
  return { ...webhookView(webhook), secret: webhook.secret };
}
