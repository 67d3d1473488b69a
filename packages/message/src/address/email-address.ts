import { isDotString } from './local-part.js';

/** One mailbox of the envelope or of the API, parsed strictly: RFC 5321 §4.1.2 Mailbox, with RFC 6531's UTF-8. */
export type EmailAddress = {
  /** The content of the local part, without quotes and escapes. Its case is the sender's. */
  readonly localPart: string;
  /** The domain in lower case, U-labels as A-labels; an address literal keeps its brackets. */
  readonly domain: string;
  /** `local@domain`; the local part is quoted only if it has to be. */
  readonly address: string;
  /** Whether the domain is `[192.0.2.1]` or `[ipv6:2001:db8::1]`. */
  readonly addressLiteral: boolean;
  /** Whether it was given with characters beyond ASCII, so that naming it takes SMTPUTF8 (RFC 6531 §3.3). */
  readonly nonAscii: boolean;
};

/**
 * Writes `local@domain`, and quotes a local part that is not a Dot-string (RFC 5321 §4.1.2: quote as little as
 * possible).
 */
export function formatAddress(localPart: string, domain: string): string {
  if (isDotString(localPart)) return `${localPart}@${domain}`;
  return `"${localPart.replace(/["\\]/g, '\\$&')}"@${domain}`;
}

/**
 * The look-up key of a mailbox: both parts in lower case, the local part in Unicode form C. Two different addresses
 * never share a key unless they differ only in case or composition.
 */
export function canonicalAddress(address: EmailAddress): string {
  if (!address.nonAscii) return address.address.toLowerCase();
  return address.address.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The same address without its plus tag (`name+tag@` is `name@`); null if it has none, or consists of a tag alone. */
export function withoutTag(address: EmailAddress): EmailAddress | null {
  const plus = address.localPart.indexOf('+');
  if (plus <= 0) return null;
  const localPart = address.localPart.slice(0, plus);
  return { ...address, localPart, address: formatAddress(localPart, address.domain) };
}
