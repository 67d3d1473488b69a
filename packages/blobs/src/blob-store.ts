import type { Readable } from 'node:stream';

/** Whether anything is still held whose locator begins so. */
export type IsHeld = (prefix: string) => Promise<boolean>;

/** Durable bytes under a locator that the store makes. Two adapters: segment files here, S3 in production. */
export abstract class BlobStore {
  /**
   * Stores each content, all or none; durable when it resolves. Every put has locators of its own.
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
  /**
   * Gives up blobs that nobody holds any more. Their space may be one with that of others, so the store asks what else is
   * held before it removes anything. Doing it twice, or for what is gone, changes nothing.
   * @returns those that are done with; the others have to be given again later
   */
  abstract delete(locators: readonly string[], isHeld: IsHeld): Promise<string[]>;
  abstract close(): Promise<void>;
}

/** The blob's bytes are gone or damaged: never an expected failure. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}
