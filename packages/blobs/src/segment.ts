import { randomBytes } from 'node:crypto';
import { formatLocator, isLocator, parseLocator, sha256Of, type StoreName } from './locator.js';

/** A name that no other process gives, and that says when the segment was begun. */
export function newSegmentName(begunAt: number): string {
  return `${begunAt.toString(36)}-${randomBytes(6).toString('hex')}`;
}

/** When a segment was begun, which its name begins with. */
export function begunAtOf(segment: string): number {
  return Number.parseInt(segment, 36);
}

/** The locators of contents that lie one after the other in a segment. */
export function locatorsIn(store: StoreName, segment: string, start: number, contents: readonly Buffer[]): string[] {
  let offset = start;
  return contents.map((content) => {
    const locator = { segment, offset, length: content.length, sha256: sha256Of(content) };
    offset += content.length;
    return formatLocator(store, locator);
  });
}

/** Locators by their segments; what is no locator of that store is left out. */
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
