import { DomainError, type ErrorCode } from '@mailroom/errors';
import { statusByCode } from '@mailroom/http';
import { defaultFixOf } from './default-fix.js';

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

/** `ignored` names the query parameters that the operation does not know. */
export function successEnvelope(data: unknown, requestId: string, ignored: readonly string[] = []): Envelope {
  const meta = ignored.length > 0 ? { ignored } : undefined;
  return { ok: true, code: 200, message: 'success', requestId, data: data ?? null, ...(meta && { meta }) };
}

export function errorEnvelope(error: DomainError, requestId: string, withStack: boolean): Envelope {
  const fix = error.fix ?? defaultFixOf(error.code);
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
