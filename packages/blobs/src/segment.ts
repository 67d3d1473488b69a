import { randomBytes } from 'node:crypto';
import { formatLocator, isLocator, parseLocator, sha256Of, type StoreName } from './locator.js';

/**
 * A segment is added to for this long. Its name says when it was begun, so every process knows when that time is over.
 */
export const WRITABLE_MS = 3_600_000;
/** A write that ends later than this after the beginning, in a process that slept, counts as failed. */
export const LATEST_WRITE_MS = 1.5 * WRITABLE_MS;
/** After this time every blob in it has reached its row or failed, so it may be removed. */
export const REMOVABLE_MS = 2 * WRITABLE_MS;

/** A name that no other process uses and that says when the segment was begun. */
export function newSegmentName(begunAt: number): string {
  return `${begunAt.toString(36)}-${randomBytes(6).toString('hex')}`;
}

/** The locator of nothing at the beginning of a segment, by which the whole segment is announced. */
export async function segmentLocator(store: StoreName, segment: string): Promise<string> {
  const [locator = ''] = await locatorsIn(store, segment, 0, [Buffer.alloc(0)]);
  return locator;
}

/** The time when a segment was begun, with which its name begins. */
export function begunAtOf(segment: string): number {
  return Number.parseInt(segment, 36);
}

/** The locators of contents that follow one another in a segment. */
export async function locatorsIn(
  store: StoreName,
  segment: string,
  start: number,
  contents: readonly Buffer[],
): Promise<string[]> {
  const locators: string[] = [];
  let offset = start;
  for (const content of contents) {
    const { length } = content;
    locators.push(formatLocator(store, { segment, offset, length, sha256: await sha256Of(content) }));
    offset += length;
  }
  return locators;
}

/** Groups locators by segment; it leaves out anything that is not a locator of that store. */
export function bySegment(store: StoreName, locators: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of locators) {
    if (!isLocator(store, text)) continue;
    const { segment } = parseLocator(store, text);
    const group = groups.get(segment);
    if (group) group.push(text);
    else groups.set(segment, [text]);
  }
  return groups;
}
