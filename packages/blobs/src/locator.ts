import { createHash } from 'node:crypto';
import { BlobMissingError } from './blob-store.js';

/** Where a content lies: `file:<segment>:<offset>:<length>:<sha-256 in base64url>`; offset and length in bytes. */
export type Locator = {
  readonly segment: string;
  readonly offset: number;
  readonly length: number;
  readonly sha256: string;
};

const shape = /^file:([0-9a-z-]{1,64}):(\d{1,15}):(\d{1,10}):([\w-]{43})$/;

export function formatLocator({ segment, offset, length, sha256 }: Locator): string {
  return `file:${segment}:${offset}:${length}:${sha256}`;
}

export function isLocator(text: string): boolean {
  return shape.test(text);
}

export function parseLocator(text: string): Locator {
  const [, segment, offset, length, sha256] = shape.exec(text) ?? [];
  if (!segment || !sha256) throw new BlobMissingError(`"${text}" is not a locator of the file store.`);
  return { segment, offset: Number(offset), length: Number(length), sha256 };
}

export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
