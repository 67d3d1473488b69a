import type { ErrorCode } from '@mailroom/errors';

/** The failures of this API; the others belong to surfaces that take payments and signups. */
export type AgentApiErrorCode = Exclude<
  ErrorCode,
  | 'invalid_payment'
  | 'payment_required'
  | 'payment_failed'
  | 'signup_closed'
  | 'token_rotated'
  | 'forbidden_origin'
  | 'invalid_siwe'
  | 'invalid_mailbox_password'
  | 'wallet_bound'
  | 'cooldown_limit'
>;

/** The advice for a failure that gives none itself; null if the caller can't mend it. */
export const defaultFix = {
  invalid_request: 'Correct the fields that error.errors names, or else what the message says, and send it again.',
  invalid_cursor: 'Send the nextCursor of an earlier answer, or none to begin anew.',
  account_required: 'Name the mailbox with accountId; GET /mailboxes lists those of the token.',
  body_ref_expired: 'Store the body again with POST /body-refs.',
  missing_token: 'Send a token as "Authorization: Bearer <token>" or "X-Agent-Token: <token>".',
  invalid_token: 'Check that the token was copied whole.',
  token_expired: 'Ask for a new token.',
  token_revoked: 'Ask for a new token.',
  insufficient_scope: 'Use a token that has the scope or the level.',
  external_send_not_enabled: 'Send to mailboxes of this installation, or ask its operator to enable external mail.',
  policy_suspended: 'Ask the operator of the installation why it was suspended or disabled.',
  recipient_suppressed: 'Leave the address out, or have a manager lift it with DELETE /suppressions/{address}.',
  not_found: 'Check the method, the path and the id, and that the token reaches its mailbox.',
  conflict: 'Read it again, and send the version that it has.',
  lease_conflict: 'Wait until the lease ends, or claim another task.',
  lease_expired: 'Claim the task again.',
  idempotency_conflict: 'Use a new key for a new request.',
  idempotency_in_progress: 'Send the same request again in a second.',
  address_taken: 'Choose another address: one that was used is never given again.',
  delivery_in_progress: 'Wait until the delivery has ended, and try again.',
  payload_too_large: 'Send less: what is too large, the message says.',
  unsupported_media_type: 'Send JSON, with the header "Content-Type: application/json".',
  rate_limited: 'Wait as many seconds as retry-after says.',
  quota_exceeded: 'Wait as many seconds as retry-after says.',
  internal_error: null,
  mail_backend_error: null,
  unavailable: 'Send the request again in a few seconds.',
} satisfies Record<AgentApiErrorCode, string | null>;

/** The advice for a failure that gives none itself. */
export function defaultFixOf(code: ErrorCode): string | null {
  return (defaultFix as Partial<Record<ErrorCode, string | null>>)[code] ?? null;
}
