import type { MailroomError } from '@mailroom/client';

const soon = 'Try again in a moment.';
const signIn = 'Sign in again, with a token that is still good.';

/** What a person can do about each kind of failure. The hints of the APIs are for programs: they name calls and headers. */
const advice: Readonly<Record<string, string>> = {
  unreachable: 'Check the connection, and try again.',
  unavailable: soon,
  internal_error: soon,
  mail_backend_error: soon,
  idempotency_in_progress: soon,
  invalid_token: 'Check that it was copied whole.',
  token_expired: signIn,
  token_revoked: signIn,
  missing_token: 'Sign in again.',
  invalid_mailbox_password:
    'Check the address and the password. The agent that leased the mailbox can have a new one made.',
  insufficient_scope: 'Sign in with a token that may do this.',
  not_found: 'It may have been deleted, or belong to somebody else.',
  conflict: 'Look again, and repeat the change if it is still right.',
  lease_conflict: 'Wait until the agent has finished, or its lease ends.',
  lease_expired: 'Take it again.',
  address_taken: 'Choose another one: an address that was used is never given again.',
  recipient_suppressed: 'Leave the address out: mail to it bounced, or its owner complained.',
  policy_suspended: 'Ask the operator of this service for the reason.',
  external_send_not_enabled: 'Send to a mailbox of this service, or ask its operator to enable mail to others.',
  delivery_in_progress: 'Wait until the delivery has ended, and try again.',
  payload_too_large: 'Send less.',
};

/** In one sentence; empty where the failure itself says all there is to say. */
export function whatToDo({ type, details }: MailroomError): string {
  const { retryAfterSeconds: seconds } = details;
  if (seconds !== undefined && seconds > 0) return `Wait ${waitOf(seconds)}, and try again.`;
  return advice[type] ?? '';
}

/** A time to wait, rounded up. */
function waitOf(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
