import type { DefaultFixes } from './plain-error.js';

/** The advice that is the same on every surface with plain bodies; null if the caller can't mend it. */
export const plainFixes = {
  body_ref_expired: 'Send the body itself.',
  conflict: 'Read it again, and send it anew.',
  delivery_in_progress: 'Wait until the delivery has ended, and try again.',
  external_send_not_enabled:
    'Add credits with POST /v1/billing/topup or ask for an upgrade with POST /v1/billing/upgrade-intent; mail to mailboxes of this service needs neither.',
  forbidden_origin: null,
  idempotency_conflict: 'Use a new key for a new request.',
  idempotency_in_progress: 'Send the same request again in a second.',
  internal_error: null,
  invalid_request: 'Correct the fields that errors names, or else what the message says, and send it again.',
  lease_conflict: 'Wait until the lease ends.',
  mail_backend_error: null,
  payload_too_large: 'Send less: what is too large, the message says.',
  payment_failed: 'Settle the receipt with POST /v1/billing/payment/confirm, or pay the new quote.',
  policy_suspended: 'Ask the operator of the installation why it was suspended or disabled.',
  quota_exceeded: 'Wait as many seconds as retry-after says, or upgrade with POST /v1/billing/upgrade-intent.',
  rate_limited: 'Wait as many seconds as retry-after says.',
  recipient_suppressed: 'Leave the address out: mail to it bounced, or its owner complained.',
  signup_closed: 'Ask the operator of the installation for a mailbox.',
  unavailable: 'Send the request again in a few seconds.',
  unsupported_media_type: 'Send JSON, with the header "Content-Type: application/json".',
} satisfies Partial<DefaultFixes>;
