import { canonicalAddress, parseAddress } from '@mailroom/mail';

export type SuppressionReason = 'bounce' | 'complaint';

/** RFC 3463 §3.2: about the address of the recipient, but for the codes that mean it is good or mean the sender's. */
const ADDRESS_FAILURE = /^5\.1\.(?!5$|7$|8$|9$)\d{1,3}$/;

/** Whether an enhanced status code says that mail to this very address will never arrive. */
export function isAddressFailure(status: string): boolean {
  return ADDRESS_FAILURE.test(status);
}

/** The first enhanced status code in a reply (RFC 2034), or "". */
export function enhancedStatusOf(smtpReply: string): string {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(smtpReply)?.[0] ?? '';
}

/** What two spellings of one address have in common; null for what is no address. */
export function suppressionKey(text: string): string | null {
  const address = parseAddress(text);
  return address && canonicalAddress(address);
}
