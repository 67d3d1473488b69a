import type { Readable } from 'node:stream';

/** Tells whether anything is still held whose locator begins with the prefix. */
export type IsHeld = (prefix: string) => Promise<boolean>;

/**
 * Told of a segment before its first bytes are written, by a locator: once that is given up like one of a blob, whatever
 * lies in the segment and is not held goes, whoever wrote it and died. A segment is announced once, whatever it takes up.
 */
export type Announce = (locator: string) => Promise<void>;

/** Durable bytes under a locator that the store makes. Two adapters: segment files here, S3 in production. */
export abstract class BlobStore {
  /**
   * Stores all contents or none; they are durable once it resolves. Every put makes new locators. Where a segment has to be
   * announced and can't be, it stores none.
   * @returns their locators, in order
   */
  abstract putAll(contents: readonly Buffer[], announce?: Announce): Promise<string[]>;
  /** @throws BlobMissingError when there is no such blob, or its bytes are not those that were stored */
  abstract get(locator: string): Promise<Buffer>;
  /**
   * Reads the same bytes piece by piece. Damage shows only at the end, where the stream fails instead of ending.
   * @throws BlobMissingError when there is no such blob
   */
  abstract stream(locator: string): Promise<Readable>;
  /**
   * Gives up blobs that nobody holds any more. They may share their space with others, so the store asks what else is
   * held before it removes anything. Giving up a blob twice, or one that is gone, changes nothing.
   * @returns the locators that are done with; the others have to be given up again later
   */
  abstract delete(locators: readonly string[], isHeld: IsHeld): Promise<string[]>;
  abstract close(): Promise<void>;
}

/** The blob's bytes are gone or damaged: never an expected failure. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** Says that the blob store can't be used as configured; the message is one line for the person who started us. */
export class BlobStoreUnusableError extends Error {
  override readonly name = 'BlobStoreUnusableError';
}
