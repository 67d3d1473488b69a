import { isAddress, isAllowedAddress, type AllowPrivate } from '@mailroom/egress';
import { invalidField } from '@mailroom/errors';

const MAX_LENGTH = 2_048;

/**
 * Parses a URL that deliveries may go to; its host name is resolved and checked at each delivery.
 * @throws invalid_request
 */
export function requireEndpointUrl(text: string, allowPrivate: AllowPrivate, field = 'url'): string {
  if (text.length > MAX_LENGTH || !URL.canParse(text))
    throw invalidField(field, 'must be an absolute URL of at most 2048 characters');
  const url = new URL(text);
  // It is longer than the text if characters had to be encoded.
  if (url.href.length > MAX_LENGTH) throw invalidField(field, 'must have at most 2048 characters');
  const plain = url.protocol === 'http:' && allowPrivate !== 'none';
  if (url.protocol !== 'https:' && !plain) throw invalidField(field, 'must begin with https://');
  if (url.username !== '' || url.password !== '') throw invalidField(field, 'must not contain credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = /(^|\.)localhost\.?$/.test(host) && allowPrivate === 'none';
  if (local || (isAddress(host) && !isAllowedAddress(host, allowPrivate))) {
    throw invalidField(field, 'must not name a private address');
  }
  return url.href;
}
