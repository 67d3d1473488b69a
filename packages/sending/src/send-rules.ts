import { DomainError } from '@mailroom/errors';
import { parseAddress } from '@mailroom/mail';
import type { OutgoingAttachment, SendRequest } from './send-request.js';

const MAX_RECIPIENTS = 100;

export function reject(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The field "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** Header text is one line: anything else would write headers of its own. */
function requireOneLine(field: string, text: string | undefined): void {
  if (text !== undefined && /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) {
    throw reject(field, 'must not contain line breaks or control characters');
  }
}

/**
 * The address in its normal form, or null for what is none. Angle brackets, which a quoted local part may hold, are
 * refused: a client that reads them as the end of the address would send elsewhere.
 */
export function parseRecipient(text: string): string | null {
  const address = /[<>]/.test(text) ? null : parseAddress(text);
  return address && address.address;
}

/** Every address, parsed strictly and normalised, each once. @throws invalid_request */
export function parseRecipients(field: string, texts: readonly string[] | undefined): string[] {
  const addresses = (texts ?? []).map((text, index) => {
    const address = parseRecipient(text);
    if (address === null) throw reject(`${field}.${index}`, 'is not an email address');
    return address;
  });
  return [...new Set(addresses)];
}

export function requireFewRecipients(count: number): void {
  if (count === 0) throw reject('to', 'must name at least one recipient');
  if (count > MAX_RECIPIENTS)
    throw reject('to', `and cc and bcc must together name at most ${MAX_RECIPIENTS} recipients`);
}

export function requireSafeHeaders({ subject, attachments }: SendRequest): void {
  requireOneLine('subject', subject);
  for (const [index, file] of (attachments ?? []).entries()) requireSafeAttachment(`attachments.${index}`, file);
}

function requireSafeAttachment(field: string, { filename, contentType, contentId }: OutgoingAttachment): void {
  requireOneLine(`${field}.filename`, filename);
  if (contentType !== undefined && !/^[\w.+-]+\/[\w.+-]+$/.test(contentType)) {
    throw reject(`${field}.contentType`, 'must be of the form type/subtype');
  }
  if (contentId !== undefined && !/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(contentId))
    throw reject(`${field}.contentId`, 'must be printable ASCII without <, > or spaces');
}
