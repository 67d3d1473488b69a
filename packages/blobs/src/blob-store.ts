import type { Readable } from 'node:stream';

/** Durable bytes under a locator that the store makes. Two adapters: segment files here, S3 in production. */
export abstract class BlobStore {
  /**
   * Stores each content, all or none; durable when it resolves.
   * @returns their locators, in order
   */
  abstract putAll(contents: readonly Buffer[]): Promise<string[]>;
  /** @throws BlobMissingError when there is no such blob, or its bytes are not those that were stored */
  abstract get(locator: string): Promise<Buffer>;
  /**
   * The same piece by piece. Damage shows only at the end, where the stream fails instead of ending.
   * @throws BlobMissingError when there is no such blob
   */
  abstract stream(locator: string): Promise<Readable>;
  abstract close(): Promise<void>;
}

/** The blob's bytes are gone or damaged: never an expected failure. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}
