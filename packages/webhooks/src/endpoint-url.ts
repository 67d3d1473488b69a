import { isAddress, isAllowedAddress, type AllowPrivate } from '@mailroom/egress';
import { DomainError } from '@mailroom/errors';

const MAX_LENGTH = 2_048;

function reject(message: string): DomainError {
  return new DomainError('invalid_request', `The field "url" ${message}.`, { fields: [{ field: 'url', message }] });
}

/**
 * Parses a URL that deliveries may go to; its host name is resolved and checked at each delivery.
 * @throws invalid_request
 */
export function requireEndpointUrl(text: string, allowPrivate: AllowPrivate): string {
  if (text.length > MAX_LENGTH || !URL.canParse(text))
    throw reject('must be an absolute URL of at most 2048 characters');
  const url = new URL(text);
  // It is longer than the text if characters had to be encoded.
  if (url.href.length > MAX_LENGTH) throw reject('must have at most 2048 characters');
  const plain = url.protocol === 'http:' && allowPrivate !== 'none';
  if (url.protocol !== 'https:' && !plain) throw reject('must begin with https://');
  if (url.username !== '' || url.password !== '') throw reject('must not contain credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = /(^|\.)localhost\.?$/.test(host) && allowPrivate === 'none';
  if (local || (isAddress(host) && !isAllowedAddress(host, allowPrivate))) {
    throw reject('must not name a private address');
  }
  return url.href;
}
