import { DomainError, type ErrorCode } from '@mailroom/errors';
import { defaultFix } from './default-fix.js';

/** Every answer of `/api/agent/v1`; `code` is the HTTP status that is really sent. */
export type Envelope = {
  readonly ok: boolean;
  readonly code: number;
  readonly message: string;
  readonly requestId: string;
  readonly data: unknown;
  readonly meta?: { readonly ignored: readonly string[] };
  readonly error?: {
    readonly type: ErrorCode;
    readonly fix?: string;
    readonly errors?: readonly { field: string; message: string }[];
    readonly stack?: string;
  };
};

/** The HTTP status of each expected failure; a new code does not compile until it is listed here. */
export const statusByCode = {
  invalid_request: 400,
  invalid_cursor: 400,
  account_required: 400,
  body_ref_expired: 400,
  missing_token: 401,
  invalid_token: 401,
  token_expired: 401,
  token_revoked: 401,
  insufficient_scope: 403,
  external_send_not_enabled: 403,
  policy_suspended: 403,
  recipient_suppressed: 403,
  not_found: 404,
  lease_conflict: 409,
  lease_expired: 409,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  address_taken: 409,
  delivery_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  quota_exceeded: 429,
  internal_error: 500,
  mail_backend_error: 502,
  unavailable: 503,
} satisfies Record<ErrorCode, number>;

/** `ignored` names the query parameters that the operation does not know. */
export function successEnvelope(data: unknown, requestId: string, ignored: readonly string[] = []): Envelope {
  const meta = ignored.length > 0 ? { ignored } : undefined;
  return { ok: true, code: 200, message: 'success', requestId, data: data ?? null, ...(meta && { meta }) };
}

export function errorEnvelope(error: DomainError, requestId: string, withStack: boolean): Envelope {
  const fix = error.fix ?? defaultFix[error.code];
  const stack = withStack ? error.stack : undefined;
  return {
    ok: false,
    code: statusByCode[error.code],
    message: error.detail,
    requestId,
    data: null,
    error: {
      type: error.code,
      ...(fix !== null && { fix }),
      ...(error.fields.length > 0 && { errors: error.fields }),
      ...(stack !== undefined && { stack }),
    },
  };
}
