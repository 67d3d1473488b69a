import { fileURLToPath } from 'node:url';

/** The place where blobs are stored, as BLOB_STORE_URL names it. */
export type BlobStoreLocation =
  | { readonly store: 'file'; readonly directory: string }
  | {
      readonly store: 's3';
      readonly bucket: string;
      /** Stands before every key; empty, or ends with a slash. */
      readonly prefix: string;
      /** Undefined means the region that the AWS variables and files name. */
      readonly region: string | undefined;
      /** The address of a server other than Amazon's; its buckets are addressed by path. */
      readonly endpoint: string | undefined;
    };

/** A BLOB_STORE_URL that can't be used; the message is for the person who set it and repeats no secret. */
export class BlobStoreUrlError extends Error {
  override readonly name = 'BlobStoreUrlError';
}

/** Servers other than Amazon's have a single region, which usually has this name. */
const OTHER_REGION = 'us-east-1';
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Reads `file:///<directory>` or `s3://<bucket>/<prefix>?region=…&endpoint=…`. @throws BlobStoreUrlError */
export function parseBlobStoreUrl(text: string): BlobStoreLocation {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:' && text.startsWith('file:///')) return fileLocation(url);
  if (url?.protocol === 's3:') return s3Location(url);
  throw new BlobStoreUrlError(`BLOB_STORE_URL must begin with file:/// or s3://, not "${text.slice(0, 8)}".`);
}

/** A line that says what is wrong with a BLOB_STORE_URL; null when nothing is. */
export function problemOfBlobStoreUrl(text: string): string | null {
  try {
    parseBlobStoreUrl(text);
    return null;
  } catch (error) {
    if (error instanceof BlobStoreUrlError) return error.message;
    throw error;
  }
}

function fileLocation(url: URL): BlobStoreLocation {
  try {
    return { store: 'file', directory: fileURLToPath(url) };
  } catch (cause) {
    throw new BlobStoreUrlError('BLOB_STORE_URL must be a file:/// URL with the path of a directory.', { cause });
  }
}

function s3Location({ hostname: bucket, port, pathname, searchParams, username, password }: URL): BlobStoreLocation {
  if (username !== '' || password !== '') {
    throw new BlobStoreUrlError(
      'BLOB_STORE_URL must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  if (port !== '' || !bucketName.test(bucket)) {
    throw new BlobStoreUrlError('BLOB_STORE_URL must name a bucket: s3://<bucket>/<prefix>?region=…&endpoint=….');
  }
  for (const name of searchParams.keys()) {
    if (name === 'region' || name === 'endpoint') continue;
    throw new BlobStoreUrlError(`BLOB_STORE_URL may have the parameters region and endpoint, not "${name}".`);
  }
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    throw new BlobStoreUrlError('BLOB_STORE_URL must have an http:// or https:// URL without a path as its endpoint.');
  }
  const path = decodedPath(pathname);
  const region = searchParams.get('region') ?? (endpoint === undefined ? undefined : OTHER_REGION);
  return { store: 's3', bucket, prefix: path === '' ? '' : `${path}/`, region, endpoint };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === '';
}

function decodedPath(pathname: string): string {
  try {
    return decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '');
  } catch (cause) {
    throw new BlobStoreUrlError('BLOB_STORE_URL must have a percent-encoded prefix, as in any URL.', { cause });
  }
}
