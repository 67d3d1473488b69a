import { createHash } from 'node:crypto';
import { inSlices } from '@mailroom/concurrency';
import { BlobMissingError } from './blob-store.js';

/** The adapter that a locator belongs to. */
export type StoreName = 'file' | 's3';

/** The place of a content: `<store>:<segment>:<offset>:<length>:<sha-256 in base64url>`; offset and length in bytes. */
export type Locator = {
  /** The file or object that holds it, along with others. */
  readonly segment: string;
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
};

const shape = /^(file|s3):([0-9a-z-]{1,64}):(\d{1,15}):(\d{1,10}):([\w-]{43})$/;

export function formatLocator(store: StoreName, { segment, offset, length, sha256 }: Locator): string {
  return `${store}:${segment}:${offset}:${length}:${sha256}`;
}

export function isLocator(store: StoreName, text: string): boolean {
  return shape.exec(text)?.[1] === store;
}

export function parseLocator(store: StoreName, text: string): Locator {
  const [, name, segment, offset, length, sha256] = shape.exec(text) ?? [];
  if (name !== store || !segment || !sha256) {
    throw new BlobMissingError(`"${text}" is not a locator of the ${store} store.`);
  }
  return { segment, offset: Number(offset), length: Number(length), sha256 };
}

export async function sha256Of(content: Buffer): Promise<string> {
  const hash = createHash('sha256');
  await inSlices(content.length, (start, end) => hash.update(content.subarray(start, end)));
  return hash.digest('base64url');
}
