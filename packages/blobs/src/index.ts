export { BlobMissingError, BlobStore, type IsHeld } from './blob-store.js';
export { FileBlobStore, type FileBlobStoreOptions } from './file-blob-store.js';
