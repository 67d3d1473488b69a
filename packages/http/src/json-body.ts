import { isUtf8 } from 'node:buffer';
import { DomainError } from '@mailroom/errors';

const unreadable = (detail: string) =>
  new DomainError('invalid_request', `The body can't be read: ${detail}.`, { fix: 'Send one JSON object in UTF-8.' });

/** A NUL or half of a surrogate pair, which no text of ours can hold. */
const unstorable = /\\u0000|\\ud[89a-f]/i;
const reservedKey = /"(?:__proto__|constructor|prototype)"\s*:/;
const MAX_DEPTH = 32;

/** Reads a JSON body strictly; an empty one is no body. @throws invalid_request */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw unreadable('it is not valid UTF-8');
  const text = bytes.toString();
  if (reservedKey.test(text)) throw unreadable('it has a field of a reserved name');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unreadable('it is not valid JSON');
  }
  if (unstorable.test(text) || text.includes('\0')) requireStorable(body);
  return body;
}

function requireStorable(value: unknown, field = '', depth = 0): void {
  if (depth > MAX_DEPTH) throw unreadable('it is nested too deeply');
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw new DomainError('invalid_request', 'A string holds a NUL or half of a character.', {
      fields: [{ field, message: 'must not contain NUL or lone surrogates' }],
    });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) requireStorable(inner, field ? `${field}.${key}` : key, depth + 1);
}
