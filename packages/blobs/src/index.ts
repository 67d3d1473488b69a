export { BlobMissingError, BlobStore } from './blob-store.js';
export { FileBlobStore, type FileBlobStoreOptions } from './file-blob-store.js';
