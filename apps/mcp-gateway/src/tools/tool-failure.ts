import { randomBytes } from 'node:crypto';
import { asDomainError } from '@mailroom/http';
import type { ErrorCode } from '@mailroom/errors';
import type { OnError } from '../mcp-settings.js';

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

/**
 * Turns whatever a tool threw into what the model hears. A bug shows nothing of itself but an id: `onError` gets it with
 * the same id, by which the operator finds it.
 */
export function toolFailure(error: unknown, onError: OnError): ToolFailure {
  const failure = failureOf(error);
  if (failure.type !== 'internal_error') return failure;
  const requestId = `req_${randomBytes(12).toString('base64url')}`;
  onError(error, { requestId });
  return { ...failure, message: `Something went wrong here; the operator finds it by the id ${requestId}.` };
}

function failureOf(error: unknown): ToolFailure {
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
