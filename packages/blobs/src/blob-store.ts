/** Durable bytes under a locator that the store makes. Two adapters: segment files here, S3 in production. */
export abstract class BlobStore {
  /**
   * Stores each content, all or none; durable when it resolves.
   * @returns their locators, in order
   */
  abstract putAll(contents: readonly Buffer[]): Promise<string[]>;
  /** @throws BlobMissingError when there is no such blob, or its bytes are not those that were stored */
  abstract get(locator: string): Promise<Buffer>;
  abstract close(): Promise<void>;
}

/** The blob's bytes are gone or damaged: never an expected failure. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}
