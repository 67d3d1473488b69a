import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@mailroom/errors';
import { hashRequest, type SendRequest } from '@mailroom/sending';
import type { BodyTextDto, OutgoingAttachmentDto, SendDto } from './sending.dto.js';

function reject(field: string, message: string): DomainError {
  return new DomainError('invalid_request', `The field "${field}" ${message}.`, { fields: [{ field, message }] });
}

/** The one value of a field with two names. @throws invalid_request when both are there and differ */
function alias<T>(field: string, value: T | undefined, other: string, otherValue: T | undefined): T | undefined {
  if (value !== undefined && otherValue !== undefined && !isDeepStrictEqual(value, otherValue)) {
    throw reject(other, `is an alias of ${field} and differs from it`);
  }
  return value ?? otherValue;
}

export function bodyText({ text, plainText, content }: BodyTextDto): string | undefined {
  return text ?? plainText ?? content;
}

function idempotencyKey(header: string | undefined, body: string | undefined): string | undefined {
  if (header !== undefined && (header.length > 128 || !/^[\x20-\x7e]*$/.test(header))) {
    throw reject('Idempotency-Key', 'must be at most 128 printable characters');
  }
  const key = alias('Idempotency-Key', header?.trim(), 'idempotencyKey', body);
  if (key === '') throw reject('idempotencyKey', 'must not be empty');
  return key;
}

function attachmentOf({ content, attachmentId, ...file }: OutgoingAttachmentDto) {
  if ((content === undefined) === (attachmentId === undefined)) {
    throw reject('attachments', 'must each have either content or attachmentId');
  }
  return { ...file, ...(content === undefined ? { attachmentId } : { content: Buffer.from(content, 'base64') }) };
}

/** A send or reply after aliases. The hash tells a retry from another request under the same idempotency key. */
export function sendRequest(operation: 'send' | 'reply', body: SendDto, header: string | undefined): SendRequest {
  const { cc, bcc, subject, html } = body;
  const to = alias('to', body.to, 'receiveEmail', body.receiveEmail);
  if (operation === 'send' && to === undefined) throw reject('to', 'is required');
  const bodyRef = alias('bodyRef', body.bodyRef, 'draftRef', body.draftRef);
  const { receiveEmail: _r, draftRef: _d, plainText: _p, content: _c, idempotencyKey: key, ...rest } = body;
  const text = bodyText(body);
  return {
    to: to ?? [],
    cc,
    bcc,
    subject,
    text,
    html,
    bodyRef,
    attachments: body.attachments?.map(attachmentOf),
    idempotencyKey: idempotencyKey(header, key),
    requestHash: hashRequest(operation, { ...rest, to, bodyRef, text }),
  };
}
