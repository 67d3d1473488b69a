import { HttpException } from '@nestjs/common';
import { DomainError } from '@mailroom/errors';

/** Turns what the framework refuses before our code runs into the matching expected failure; a bug becomes a 500. */
export function asDomainError(error: unknown, bodyLimit?: number): DomainError {
  if (error instanceof DomainError) return error;
  const status = statusOf(error);
  const message = error instanceof Error ? error.message : '';
  if (status === 404) return new DomainError('not_found', 'There is nothing at this path.');
  if (status === 413) return bodyTooLarge(bodyLimit, error);
  if (status === 415) {
    return new DomainError('unsupported_media_type', 'Send the body as application/json.', { cause: error });
  }
  if (status >= 400 && status < 500) {
    return new DomainError('invalid_request', `The request can't be read: ${message}.`, { cause: error });
  }
  return new DomainError('internal_error', 'Something went wrong here; the request id leads to it.', { cause: error });
}

/** Refuses a body that is larger than its operation takes. */
export function bodyTooLarge(limit?: number, cause?: unknown): DomainError {
  const size = limit === undefined ? 'too large' : `larger than the ${sizeText(limit)} of this operation`;
  return new DomainError('payload_too_large', `The body is ${size}.`, { cause });
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
