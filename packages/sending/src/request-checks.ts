import { invalidField } from '@mailroom/errors';
import type { EmailAddressee } from '@mailroom/mail';
import { isEncryptedMessage } from '@mailroom/openpgp';
import { parseAddressee } from './addressee.js';
import type { OutgoingAttachment, RecipientField, SendRequest, WrittenFields } from './send-request.js';

const MAX_RECIPIENTS = 100;

/** Header text must be one line; anything else could add headers. */
function requireOneLine(field: string, text: string | undefined): void {
  if (text !== undefined && /[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) {
    throw invalidField(field, 'must not contain line breaks or control characters');
  }
}

/** One address, perhaps with a name. @param field as the caller calls it @throws invalid_request */
function requireAddressee(field: string, text: string): EmailAddressee {
  const addressee = parseAddressee(text);
  if (addressee === null) throw invalidField(field, 'is not an email address, nor of the form Name <address>');
  return addressee;
}

/** An address, and the field in which the caller named it first. */
export type NamedAddressee = EmailAddressee & { readonly field: string };

/**
 * Every address, parsed strictly and normalised, each once, with the first name that it was given.
 * @param fieldOf the field of a text by its index, as the caller calls it @throws invalid_request
 */
export function parseRecipients(
  texts: readonly string[] | undefined,
  fieldOf: (index: number) => string,
): NamedAddressee[] {
  const byAddress = new Map<string, NamedAddressee>();
  for (const [index, text] of (texts ?? []).entries()) {
    const field = fieldOf(index);
    const addressee = requireAddressee(field, text);
    if (!byAddress.has(addressee.email)) byAddress.set(addressee.email, { ...addressee, field });
  }
  return [...byAddress.values()];
}

/** What the caller calls a recipient. */
export function recipientField({ names, single }: WrittenFields, field: RecipientField, index: number): string {
  const name = (field === 'to' ? names?.to : undefined) ?? field;
  return single?.includes(field) ? name : `${name}.${index}`;
}

export function requireFewRecipients(count: number): void {
  if (count === 0) throw invalidField('to', 'must name at least one recipient');
  if (count > MAX_RECIPIENTS)
    throw invalidField('to', `and cc and bcc must together name at most ${MAX_RECIPIENTS} recipients`);
}

export function requireSafeHeaders({ subject, attachments }: SendRequest): void {
  requireOneLine('subject', subject);
  for (const [index, file] of (attachments ?? []).entries()) requireSafeAttachment(`attachments.${index}`, file);
}

function requireSafeAttachment(field: string, { filename, contentType, contentId }: OutgoingAttachment): void {
  requireOneLine(`${field}.filename`, filename);
  if (contentType !== undefined && !/^[\w.+-]+\/[\w.+-]+$/.test(contentType)) {
    throw invalidField(`${field}.contentType`, 'must be of the form type/subtype');
  }
  if (contentId !== undefined && !/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(contentId))
    throw invalidField(`${field}.contentId`, 'must be printable ASCII without <, > or spaces');
}

/** An encrypted body stands alone: beside it nothing is in the clear but the header. @throws invalid_request */
export function requireSealedAlone({ pgpMime, text, html, bodyRef, attachments }: SendRequest): void {
  if (pgpMime === undefined) return;
  const isAlone = text === undefined && html === undefined && bodyRef === undefined && !attachments?.length;
  if (!isAlone) throw invalidField('pgpMime', 'stands alone: put text, html and attachments into it');
  if (!isEncryptedMessage(pgpMime))
    throw invalidField(
      'pgpMime',
      'must hold one armored OpenPGP message that is encrypted with protection of its integrity',
    );
}
