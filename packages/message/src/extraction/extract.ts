import { findCodes } from './code-finder.js';
import type { ExtractionInput, Extractions } from './extractions.js';
import { findLinks } from './link-finder.js';

/**
 * Finds a message's one-time codes, best first, and its links, in order. Content is hostile: all work is linear and
 * bounded.
 */
export function extract(input: ExtractionInput): Extractions {
  return { codes: findCodes(input), links: findLinks(input) };
}
