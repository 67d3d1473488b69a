import type { DefaultFixes } from '@mailroom/http';

/** The advice for a failure that gives none itself; null if the caller can't mend it. */
export const defaultFix = {
  invalid_request: 'Correct the fields that errors names, or else what the message says, and send it again.',
  invalid_cursor: 'Send the next_cursor of an earlier answer, or none to begin anew.',
  account_required: 'Name the mailbox as mailbox_id.',
  body_ref_expired: 'Send the body itself.',
  invalid_payment: 'Sign the quote of the 402 again, and send it in the header payment-signature.',
  missing_token:
    'Sign in with POST /v2/auth/siwe/challenge and POST /v2/auth/siwe/verify, and send the access_token as "Authorization: Bearer <access_token>".',
  invalid_token: 'Check that the token was copied whole, or sign in again.',
  token_expired: 'Sign in again: ask for a challenge with POST /v2/auth/siwe/challenge.',
  token_revoked: 'Sign in again: ask for a challenge with POST /v2/auth/siwe/challenge.',
  invalid_siwe:
    'Sign the message of POST /v2/auth/siwe/challenge as it is, byte for byte, with the wallet that it names (personal_sign), and send both within five minutes. A challenge is good for one sign-in.',
  payment_required: 'Get a proof with POST /v2/payments/proof, and send it in the header x-payment-proof.',
  payment_failed: 'Settle the receipt with POST /v1/billing/payment/confirm, or pay the new quote.',
  insufficient_scope: 'Use the session of a wallet, or a token that has the scope.',
  invalid_mailbox_password:
    'Send the webmail_password of the allocation as mailbox_password, or reset it with POST /v2/mailboxes/accounts/{account_id}/credentials/reset.',
  signup_closed: 'Ask the operator of the installation for a mailbox.',
  forbidden_origin: null,
  external_send_not_enabled:
    'Add credits with POST /v1/billing/topup or ask for an upgrade with POST /v1/billing/upgrade-intent; mail to mailboxes of this service needs neither.',
  policy_suspended: 'Ask the operator of the installation why it was suspended or disabled.',
  recipient_suppressed: 'Leave the address out: mail to it bounced, or its owner complained.',
  not_found: 'Check the path and the id, and that it belongs to the tenant of the session.',
  conflict: 'Read it again, and send it anew.',
  lease_conflict: 'Wait until the lease ends.',
  lease_expired: 'Lease another mailbox.',
  wallet_bound: 'Sign in with another wallet, or without the credential of another tenant.',
  idempotency_conflict: 'Use a new key for a new request.',
  idempotency_in_progress: 'Send the same request again in a second.',
  address_taken: 'Send the request again.',
  token_rotated: 'Use the successor of the token.',
  delivery_in_progress: 'Wait until the delivery has ended, and try again.',
  payload_too_large: 'Send less: what is too large, the message says.',
  unsupported_media_type: 'Send JSON, with the header "Content-Type: application/json".',
  rate_limited: 'Wait as many seconds as retry-after says.',
  quota_exceeded: 'Wait as many seconds as retry-after says, or upgrade with POST /v1/billing/upgrade-intent.',
  cooldown_limit: 'Bind a wallet: sign in with it and send the token of this tenant with POST /v2/auth/siwe/verify.',
  internal_error: null,
  mail_backend_error: null,
  unavailable: 'Send the request again in a few seconds.',
} satisfies DefaultFixes;
