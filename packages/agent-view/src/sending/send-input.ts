import { invalidField, invalidHeader } from '@mailroom/errors';
import {
  checkedHeaders,
  hashRequest,
  parseAddressee,
  type OutgoingAttachment,
  type RecipientField,
  type SendRequest,
  type WrittenFields,
} from '@mailroom/sending';
import { aliased } from '../aliased-field.js';

/** Where a body's text may stand; `text` wins over `plainText`, which wins over `content`. */
export type BodyTextInput = {
  readonly text?: string | undefined;
  readonly plainText?: string | undefined;
  readonly content?: string | undefined;
};

/** A file with its `content` in base64, or an attachment that the caller can read. */
export type OutgoingFileInput = Omit<OutgoingAttachment, 'content'> & { readonly content?: string | undefined };

/** Recipients; some surfaces take one text instead of a list. */
type RecipientsInput = string | readonly string[] | undefined;

/** A send or reply as it was requested; `receiveEmail` and `draftRef` are aliases of `to` and `bodyRef`. */
export type SendInput = BodyTextInput & {
  readonly accountId?: number | undefined;
  readonly to?: RecipientsInput;
  readonly receiveEmail?: readonly string[] | undefined;
  readonly cc?: RecipientsInput;
  readonly bcc?: RecipientsInput;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly bodyRef?: string | undefined;
  readonly draftRef?: string | undefined;
  readonly attachments?: readonly OutgoingFileInput[] | undefined;
  readonly pgpMime?: { readonly encrypted: string; readonly meaning?: string | undefined } | undefined;
  readonly idempotencyKey?: string | undefined;
};

const KEY_HEADER = 'Idempotency-Key';

/** Returns the first of the text's names whose value is not empty. */
export function bodyText({ text, plainText, content }: BodyTextInput): string | undefined {
  return text || plainText || content || undefined;
}

/** A message must say something, on surfaces where it has no other place for that. @throws invalid_request */
export function requireTextOrHtml({ text, html }: Pick<SendInput, 'text' | 'html'>): void {
  if (!text && !html) throw invalidField('text', 'or html is required');
}

/**
 * The one key of a request, from its header or its body.
 * @param field what the surface calls it in the body
 * @throws invalid_request
 */
export function idempotencyKey(
  header: string | undefined,
  body?: string | undefined,
  field = 'idempotencyKey',
): string | undefined {
  if (header !== undefined && (header.length > 128 || !/^[\x20-\x7e]*$/.test(header))) {
    throw invalidHeader(KEY_HEADER, 'must be at most 128 printable characters');
  }
  const said = header?.trim();
  if (said === '') throw invalidHeader(KEY_HEADER, 'must not be empty');
  if (body === '') throw invalidField(field, 'must not be empty');
  return aliased([KEY_HEADER, said], [field, body]);
}

function attachmentOf({ content, attachmentId, ...file }: OutgoingFileInput): OutgoingAttachment {
  if ((content === undefined) === (attachmentId === undefined)) {
    throw invalidField('attachments', 'must each have either content or attachmentId');
  }
  return { ...file, ...(content === undefined ? { attachmentId } : { content: Buffer.from(content, 'base64') }) };
}

/**
 * A send or reply after aliases. The hash tells a retry from another request under the same idempotency key, which may
 * also come from outside the body (`key`). @throws invalid_request
 */
export function sendRequest(operation: 'send' | 'reply', body: SendInput, key?: string | undefined): SendRequest {
  const { replyTo, headers, subject, html } = body;
  const to = aliased(['to', listed(body.to)], ['receiveEmail', body.receiveEmail]);
  const [cc, bcc] = [listed(body.cc), listed(body.bcc)];
  if (operation === 'send' && to === undefined) throw invalidField('to', 'is required');
  const bodyRef = aliased(['bodyRef', body.bodyRef], ['draftRef', body.draftRef]);
  const text = bodyText(body);
  return {
    to: to ?? [],
    cc,
    bcc,
    replyTo,
    headers,
    subject,
    text,
    html: html || undefined,
    bodyRef,
    attachments: body.attachments?.map(attachmentOf),
    pgpMime: body.pgpMime?.encrypted,
    idempotencyKey: idempotencyKey(key, body.idempotencyKey),
    written: writtenFields(body),
    requestHash: hashRequest(operation, meaningOf({ ...body, to, cc, bcc, bodyRef, text, html: html || undefined })),
  };
}

function listed(recipients: RecipientsInput): readonly string[] | undefined {
  return typeof recipients === 'string' ? [recipients] : recipients;
}

const recipientFields: readonly RecipientField[] = ['to', 'cc', 'bcc'];

/** How the body calls what it is about. */
function writtenFields(body: SendInput): WrittenFields {
  const names = {
    to: body.to === undefined && body.receiveEmail !== undefined ? 'receiveEmail' : undefined,
    bodyRef: body.bodyRef === undefined && body.draftRef !== undefined ? 'draftRef' : undefined,
  };
  return { names, single: recipientFields.filter((field) => typeof body[field] === 'string') };
}

/**
 * The meaning of a request, however it is phrased: aliases are resolved, options that are off and empty lists count as
 * absent, addresses are in the form in which they are used, and the mailbox is left out, since keys belong to a mailbox
 * anyway.
 */
function meaningOf(
  body: Omit<SendInput, RecipientField> & Readonly<Record<RecipientField, readonly string[] | undefined>>,
): object {
  const {
    receiveEmail: _r,
    draftRef: _d,
    plainText: _p,
    content: _c,
    idempotencyKey: _k,
    accountId: _a,
    ...rest
  } = body;
  const { to, cc, bcc, replyTo, headers } = rest;
  const addressed = { to: normal(to), cc: normal(cc), bcc: normal(bcc), replyTo: normal(replyTo) };
  // The same words are another ciphertext each time.
  const pgpMime = rest.pgpMime && (rest.pgpMime.meaning ?? rest.pgpMime.encrypted);
  const said = { ...rest, ...addressed, pgpMime, headers: headersMeant(headers) };
  const isNothing = (value: unknown) => value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(said).filter(([, value]) => !isNothing(value)));
}

/** Addresses as they are used; a name is part of what is said, however it is quoted. */
function normal(addresses: readonly string[] | undefined) {
  return addresses?.map((text) => {
    const addressee = parseAddressee(text);
    return addressee?.name === '' ? addressee.email : (addressee ?? text);
  });
}

/** Names of headers have no case. @throws invalid_request */
function headersMeant(headers: SendInput['headers']): Record<string, string> | undefined {
  const said = Object.entries(checkedHeaders(headers));
  return said.length === 0 ? undefined : Object.fromEntries(said.map(([name, value]) => [name.toLowerCase(), value]));
}
