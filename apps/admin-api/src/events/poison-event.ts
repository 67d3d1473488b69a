import type { SetAsideEvent } from '@mailroom/messaging';
import { about, integer, object, resource, string, word, type Schema, type ValueOf } from '@mailroom/openapi';

const payload: Schema<object> = { type: 'object' };

export const poisonEventResource = resource(
  'PoisonEvent',
  object({
    consumer: about(string, 'who could not handle it'),
    eventId: string,
    type: string,
    payload: about(payload, 'it names things by their ids'),
    attempts: integer,
    lastError: string,
    occurredAt: string,
    setAsideAt: string,
    version: about(string, 'what a change of it names as expectedVersion'),
  }),
  {
    consumer: 'webhook-dispatcher',
    eventId: '019a9f3c-5b7a-7c3e-8f1d-2b4a6c8e0f12',
    type: 'email.received',
    payload: { emailId: 1_042, mailboxId: 7 },
    attempts: 10,
    lastError: 'The event email.received has no valid "emailId".',
    occurredAt: '2026-03-01T12:00:00.000Z',
    setAsideAt: '2026-03-01T12:30:00.000Z',
    version: '1772368200000000',
  },
);

export function poisonEventView(event: SetAsideEvent): ValueOf<typeof poisonEventResource> {
  const { consumer, eventId, type, payload, attempts, lastError, occurredAt, poisonedAt, version } = event;
  return {
    consumer,
    eventId,
    type,
    payload,
    attempts,
    lastError,
    occurredAt: occurredAt.toISOString(),
    setAsideAt: poisonedAt.toISOString(),
    version,
  };
}

export const decidedEventResource = resource(
  'DecidedPoisonEvent',
  object({
    consumer: string,
    eventId: string,
    outcome: about(word(['retried', 'discarded']), 'a retried one is delivered to its consumer at once'),
  }),
  { consumer: 'webhook-dispatcher', eventId: '019a9f3c-5b7a-7c3e-8f1d-2b4a6c8e0f12', outcome: 'retried' },
);
