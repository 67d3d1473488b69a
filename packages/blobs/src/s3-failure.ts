import { DomainError } from '@mailroom/errors';
import { BlobMissingError } from './blob-store.js';

/** The blob store can't be used as it is configured; the message is one line for the person who started us. */
export class BlobStoreUnusableError extends Error {
  override readonly name = 'BlobStoreUnusableError';
}

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

/** What S3 answered, or how the connection ended: a code, never what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** That of a read: there is no such blob, or nobody can say now. */
export function readFailure(locator: string, cause: unknown): Error {
  if (cause instanceof BlobMissingError || cause instanceof DomainError) return cause;
  if (missing.has(codeOf(cause))) return new BlobMissingError(`There is no blob ${locator}.`, { cause });
  return unavailable(cause);
}

export function unavailable(cause: unknown): DomainError {
  return new DomainError('unavailable', 'The blob store does not answer as it should; try again later.', { cause });
}

/** What is wrong with the bucket or with us, and what to do about it. */
export function startFailure(bucket: string, cause: unknown): BlobStoreUnusableError {
  return new BlobStoreUnusableError(`BLOB_STORE_URL: ${reason(bucket, cause)}`, { cause });
}

function reason(bucket: string, cause: unknown): string {
  const code = codeOf(cause);
  const text = cause instanceof Error ? cause.message : '';
  if (code === 'NoSuchBucket' || code === 'NotFound') return `there is no bucket "${bucket}".`;
  if (code === 'AccessDenied') return `these credentials may not list the bucket "${bucket}" (s3:ListBucket).`;
  if (refused.has(code)) return `the credentials were refused (${code}).`;
  if (code === 'CredentialsProviderError') {
    return 'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the service a role.';
  }
  if (elsewhere.has(code)) return `the bucket "${bucket}" lies in another region: add ?region=….`;
  if (/^Region is missing/.test(text)) return 'the region is missing: add ?region=… or set AWS_REGION.';
  return `the bucket "${bucket}" can't be reached (${code}).`;
}
