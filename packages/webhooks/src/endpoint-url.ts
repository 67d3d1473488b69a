import ipaddr from 'ipaddr.js';
import { DomainError } from '@mailroom/errors';
import { isAllowedAddress } from './address-check.js';
import type { AllowPrivate } from './webhook.js';

const MAX_LENGTH = 2_048;

function reject(message: string): DomainError {
  return new DomainError('invalid_request', `The field "url" ${message}.`, { fields: [{ field: 'url', message }] });
}

/** A URL that deliveries may go to; its name is resolved and judged at each delivery. @throws invalid_request */
export function requireEndpointUrl(text: string, allowPrivate: AllowPrivate): string {
  if (text.length > MAX_LENGTH || !URL.canParse(text))
    throw reject('must be an absolute URL of at most 2048 characters');
  const url = new URL(text);
  // Longer than the text where characters had to be encoded.
  if (url.href.length > MAX_LENGTH) throw reject('must have at most 2048 characters');
  const plain = url.protocol === 'http:' && allowPrivate !== 'none';
  if (url.protocol !== 'https:' && !plain) throw reject('must begin with https://');
  if (url.username !== '' || url.password !== '') throw reject('must not contain credentials');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const local = /(^|\.)localhost\.?$/.test(host) && allowPrivate === 'none';
  if (local || (ipaddr.isValid(host) && !isAllowedAddress(host, allowPrivate))) {
    throw reject('must not name a private address');
  }
  return url.href;
}
