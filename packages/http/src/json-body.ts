import { isUtf8 } from 'node:buffer';
import { DomainError } from '@mailroom/errors';
import { jsonBounds } from './json-bounds.js';

const unreadable = (detail: string) =>
  new DomainError('invalid_request', `The body can't be read: ${detail}.`, { fix: 'Send one JSON object in UTF-8.' });

/** Matches a NUL or half of a surrogate pair, which none of our texts can hold. */
const unstorable = /\\u0000|\\ud[89a-f]/i;
const reservedNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a JSON body strictly; an empty one is no body. @throws invalid_request */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const { problem, escapes } = jsonBounds(bytes);
  if (problem !== null) throw unreadable(problem);
  if (!isUtf8(bytes)) throw unreadable('it is not valid UTF-8');
  const text = bytes.toString();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unreadable('it is not valid JSON');
  }
  requireHarmless(body, escapes && unstorable.test(text));
  return body;
}

/** Checks the parsed value: in JSON text, a name or a character can be written in several ways. */
function requireHarmless(value: unknown, checksText: boolean, field = ''): void {
  if (checksText && typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw new DomainError('invalid_request', 'A string holds a NUL or half of a character.', {
      fields: [{ field, message: 'must not contain NUL or lone surrogates' }],
    });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (reservedNames.has(key)) throw unreadable('it has a field of a reserved name');
    requireHarmless(inner, checksText, field ? `${field}.${key}` : key);
  }
}
