import { AddressRefusedError } from '@mailroom/egress';
import { histograms, level } from '@mailroom/observability';

/**
 * How an attempt ended; `refused` means an address that we don't connect to, `unreachable` any other lack of an answer.
 */
const outcomes = ['2xx', '3xx', '4xx', '5xx', 'timeout', 'refused', 'unreachable'] as const;
export type AttemptOutcome = (typeof outcomes)[number];

export const attempts = histograms(
  'mailroom_webhook_attempt_seconds',
  'attempts to deliver to an endpoint, by what it answered',
  'outcome',
  outcomes,
);
export const underWay = level('mailroom_webhook_requests', 'requests to endpoints that are under way');

/** The outcome that an answer's status counts as. */
export function outcomeOfStatus(status: number): AttemptOutcome {
  return status < 300 ? '2xx' : status < 400 ? '3xx' : status < 500 ? '4xx' : '5xx';
}

/** The outcome that a missing answer counts as. */
export function outcomeOfFailure(error: unknown): AttemptOutcome {
  if (error instanceof AddressRefusedError) return 'refused';
  return error instanceof TimeLimitError ? 'timeout' : 'unreachable';
}

/** The endpoint took longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}
