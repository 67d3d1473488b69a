import { suppressionKey } from '@mailroom/send-policy';
import type { TransportOutcome, TransportRecipient } from './mail-transport.js';
import type { RecipientOutcome } from './outbound-status.js';

/**
 * Codes about the recipient's address, except those that mean that it is good or concern the sender's (RFC 3463 §3.2).
 */
const ADDRESS_FAILURE = /^5\.1\.(?!5$|7$|8$|9$)\d{1,3}$/;

/** Whether an enhanced status code says that mail to this very address will never arrive. */
export function isAddressFailure(status: string): boolean {
  return ADDRESS_FAILURE.test(status);
}

/**
 * The code stands first in the text of a reply, and is of the class of its number (RFC 2034 §4); some write a # before it.
 * Where there is no number, the words are those of a report, which begin with the code.
 */
const ENHANCED_STATUS = /^(?:([245])\d\d[ -]#?(?=\1\.))?([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/m;

/** The enhanced status code of a reply, or "". A version or an address later in the text is none. */
export function enhancedStatusOf(smtpReply: string): string {
  return ENHANCED_STATUS.exec(smtpReply)?.[2] ?? '';
}

/** Suppresses an address that its host refused for good, if it refused the address itself and not a message. */
export function withSuppression(
  outcome: TransportOutcome,
  recipients: readonly TransportRecipient[],
): RecipientOutcome {
  const { position, status, smtpReply, ownReply } = outcome;
  if (status !== 'failed' || !ownReply) return { position, status, smtpReply };
  const enhancedStatus = enhancedStatusOf(smtpReply);
  const recipient = recipients.find((candidate) => candidate.position === position);
  const suppress = isAddressFailure(enhancedStatus) && recipient ? suppressionKey(recipient.address) : null;
  return { position, status, smtpReply, ...(suppress !== null && { suppress, enhancedStatus }) };
}
