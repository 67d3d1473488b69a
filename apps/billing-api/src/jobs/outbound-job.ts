import { about, integer, list, nullable, object, resource, string, word, type ValueOf } from '@mailroom/openapi';
import type { OutboundJob } from '@mailroom/sending';
import { deliveryStateOf, deliveryStates } from './delivery-state.js';

const recipient = object({
  address: string,
  status: string,
  smtpReply: about(string, 'what the next host said, or ""'),
});

export const outboundJobResource = resource(
  'OutboundJob',
  object({
    outboundJobId: string,
    messageId: string,
    status: about(
      word(['queued', 'sending', 'retry', 'sent', 'failed', 'unknown']),
      'unknown: it may have been delivered, and a person looks into it',
    ),
    finalDeliveryState: word(deliveryStates),
    attempts: integer,
    recipients: list(recipient),
    createdAt: string,
    nextAttemptAt: nullable('string'),
    finishedAt: nullable('string'),
  }),
  {
    outboundJobId: '77',
    messageId: '1043',
    status: 'sent',
    finalDeliveryState: 'sent',
    attempts: 1,
    recipients: [{ address: 'ada@example.org', status: 'sent', smtpReply: '250 2.0.0 Queued' }],
    createdAt: '2026-03-01T09:00:00.000Z',
    nextAttemptAt: null,
    finishedAt: '2026-03-01T09:00:02.000Z',
  },
);

export function outboundJobView(job: OutboundJob): ValueOf<typeof outboundJobResource> {
  const { id, emailId, status, attempts, recipients, createdAt, nextAttemptAt, finishedAt } = job;
  return {
    outboundJobId: String(id),
    messageId: String(emailId),
    status,
    finalDeliveryState: deliveryStateOf(job),
    attempts,
    recipients,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
