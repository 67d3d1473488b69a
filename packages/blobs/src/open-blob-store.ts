import type { BlobStore } from './blob-store.js';
import { parseBlobStoreUrl } from './blob-store-url.js';
import { FileBlobStore } from './file-blob-store.js';
import { MeasuredBlobStore } from './measured-blob-store.js';
import { requireWritable } from './writable-directory.js';

/**
 * Opens the store that BLOB_STORE_URL names. A directory for whoever only reads may be mounted for reading, and need not
 * exist yet.
 * @throws BlobStoreUrlError; BlobStoreUnusableError when nothing can be written in the directory, when there is no such
 * bucket or we may not use it; unavailable when nobody answers
 */
export async function openBlobStore(
  url: string,
  { writes = false, now = Date.now }: { readonly writes?: boolean | undefined; readonly now?: () => number } = {},
): Promise<BlobStore> {
  const location = parseBlobStoreUrl(url);
  if (location.store === 'file') {
    if (writes) await requireWritable(location.directory);
    return new MeasuredBlobStore(new FileBlobStore({ directory: location.directory, now }));
  }
  // Amazon's client takes time and memory that a file store does not need.
  const { S3BlobStore } = await import('./s3-blob-store.js');
  return new MeasuredBlobStore(await S3BlobStore.open({ ...location, now }));
}
