import { parseAddress } from './address.parser.js';
import { canonicalAddress } from './email-address.js';

/** The look-up key of an address as somebody wrote it; null where it is none. */
export function canonicalText(text: string): string | null {
  const parsed = parseAddress(text);
  return parsed && canonicalAddress(parsed);
}
