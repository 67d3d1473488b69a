export { BlobMissingError, BlobStore, type Announce, type IsHeld } from './blob-store.js';
export { parseBlobStoreUrl, problemOfBlobStoreUrl } from './blob-store-url.js';
export { FileBlobStore, type FileBlobStoreOptions } from './file-blob-store.js';
export { openBlobStore } from './open-blob-store.js';
