import { DomainError } from '@mailroom/errors';
import { BlobMissingError, BlobStoreUnusableError } from './blob-store.js';

const missing = new Set(['NoSuchKey', 'InvalidRange']);
const refused = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidToken',
  'InvalidClientTokenId',
]);
const elsewhere = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException']);

/** A code for what S3 answered or how the connection ended; it never repeats what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** The error of a failed read: either there is no such blob, or nobody can tell at the moment. */
export function readFailure(locator: string, cause: unknown): Error {
  if (cause instanceof BlobMissingError || cause instanceof DomainError) return cause;
  if (missing.has(codeOf(cause))) return new BlobMissingError(`There is no blob ${locator}.`, { cause });
  return unavailable(cause);
}

export function unavailable(cause: unknown): DomainError {
  return new DomainError('unavailable', 'The blob store is not working properly; try again later.', { cause });
}

/**
 * Says what is wrong with the bucket or with our configuration and what to do about it, or that nobody can tell now.
 */
export function startFailure(bucket: string, cause: unknown): BlobStoreUnusableError | DomainError {
  const problem = problemOf(bucket, cause);
  if (problem !== null) return new BlobStoreUnusableError(`BLOB_STORE_URL: ${problem}`, { cause });
  const message = `BLOB_STORE_URL: the bucket "${bucket}" can't be reached (${codeOf(cause)}).`;
  return new DomainError('unavailable', message, { cause });
}

/** Null for failures that may pass. */
function problemOf(bucket: string, cause: unknown): string | null {
  const code = codeOf(cause);
  const text = cause instanceof Error ? cause.message : '';
  if (code === 'NoSuchBucket' || code === 'NotFound') return `there is no bucket "${bucket}".`;
  if (code === 'AccessDenied') return `these credentials may not list the bucket "${bucket}" (s3:ListBucket).`;
  if (refused.has(code)) return `the credentials were refused (${code}).`;
  if (code === 'CredentialsProviderError') {
    return 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the service a role.';
  }
  if (elsewhere.has(code)) return `the bucket "${bucket}" is in another region: add ?region=….`;
  if (/^Region is missing/.test(text)) return 'the region is missing: add ?region=… or set AWS_REGION.';
  return null;
}
