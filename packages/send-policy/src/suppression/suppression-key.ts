import { canonicalAddress, parseAddress } from '@mailroom/message';

/** What two spellings of one address share; null if the text is not an address. */
export function suppressionKey(text: string): string | null {
  const address = parseAddress(text);
  return address && canonicalAddress(address);
}
