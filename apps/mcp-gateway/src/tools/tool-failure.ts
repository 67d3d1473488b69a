import { asDomainError } from '@mailroom/http';
import type { ErrorCode } from '@mailroom/errors';

/** What a failed tool tells the model. */
export type ToolFailure = {
  readonly type: ErrorCode;
  readonly message: string;
  readonly fix?: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;
};

const retryable = new Set<ErrorCode>([
  'rate_limited',
  'quota_exceeded',
  'unavailable',
  'idempotency_in_progress',
  'delivery_in_progress',
  'internal_error',
]);

/** Turns whatever a tool threw into what the model hears; a bug shows nothing of itself. */
export function toolFailure(error: unknown): ToolFailure {
  const { code, detail, fix, fields, retryAfterSeconds } = asDomainError(error);
  return {
    type: code,
    message: detail,
    ...(fix !== undefined && { fix }),
    ...(fields.length > 0 && { errors: fields.slice(0, 20) }),
    retryable: retryable.has(code),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
