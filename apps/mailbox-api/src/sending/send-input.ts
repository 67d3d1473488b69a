import { invalidField } from '@mailroom/errors';
import { checkedHeaders, hashRequest, parseAddressee, type SendRequest } from '@mailroom/sending';
import { aliased } from '../aliased-field.js';
import type { BodyTextDto, OutgoingAttachmentDto, SendDto } from './sending.dto.js';

/** Returns the first of the text's names whose value is not empty. */
export function bodyText({ text, plainText, content }: BodyTextDto): string | undefined {
  return text || plainText || content || undefined;
}

function idempotencyKey(header: string | undefined, body: string | undefined): string | undefined {
  if (header !== undefined && (header.length > 128 || !/^[\x20-\x7e]*$/.test(header))) {
    throw invalidField('Idempotency-Key', 'must be at most 128 printable characters');
  }
  const key = aliased(['Idempotency-Key', header?.trim()], ['idempotencyKey', body]);
  if (key === '') throw invalidField('idempotencyKey', 'must not be empty');
  return key;
}

function attachmentOf({ content, attachmentId, ...file }: OutgoingAttachmentDto) {
  if ((content === undefined) === (attachmentId === undefined)) {
    throw invalidField('attachments', 'must each have either content or attachmentId');
  }
  return { ...file, ...(content === undefined ? { attachmentId } : { content: Buffer.from(content, 'base64') }) };
}

/** A send or reply after aliases. The hash tells a retry from another request under the same idempotency key. */
export function sendRequest(operation: 'send' | 'reply', body: SendDto, header: string | undefined): SendRequest {
  const { cc, bcc, replyTo, headers, subject, html } = body;
  const to = aliased(['to', body.to], ['receiveEmail', body.receiveEmail]);
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
    idempotencyKey: idempotencyKey(header, body.idempotencyKey),
    requestHash: hashRequest(operation, meaningOf({ ...body, to, bodyRef, text, html: html || undefined })),
  };
}

/**
 * The meaning of a request, however it is phrased: aliases are resolved, options that are off and empty lists count as
 * absent, addresses are in the form in which they are used, and the mailbox is left out, since keys belong to a mailbox
 * anyway.
 */
function meaningOf(body: { readonly [Field in keyof SendDto]: SendDto[Field] | undefined }): object {
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
  const said = { ...rest, ...addressed, headers: headersMeant(headers) };
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
function headersMeant(headers: SendDto['headers']): Record<string, string> | undefined {
  const said = Object.entries(checkedHeaders(headers));
  return said.length === 0 ? undefined : Object.fromEntries(said.map(([name, value]) => [name.toLowerCase(), value]));
}
