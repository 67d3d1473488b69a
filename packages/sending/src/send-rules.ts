import { DomainError } from '@mailroom/errors';
import type { EmailAddressee } from '@mailroom/mail';
import { parseAddressee } from './addressee.js';
import type { OutgoingAttachment, SendRequest } from './send-request.js';

const MAX_RECIPIENTS = 100;

export function reject(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The field "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** Header text must be one line; anything else could add headers. */
function requireOneLine(field: string, text: string | undefined): void {
  if (text !== undefined && /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) {
    throw reject(field, 'must not contain line breaks or control characters');
  }
}

/** Every address, parsed strictly and normalised, each once, with the first name that it was given. @throws invalid_request */
export function parseRecipients(field: string, texts: readonly string[] | undefined): EmailAddressee[] {
  const byAddress = new Map<string, EmailAddressee>();
  for (const [index, text] of (texts ?? []).entries()) {
    const addressee = parseAddressee(text);
    if (addressee === null)
      throw reject(`${field}.${index}`, 'is not an email address, nor of the form Name <address>');
    if (!byAddress.has(addressee.email)) byAddress.set(addressee.email, addressee);
  }
  return [...byAddress.values()];
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
