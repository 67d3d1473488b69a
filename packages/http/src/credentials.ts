import type { IncomingMessage } from 'node:http';
import { DomainError } from '@mailroom/errors';

/** All values of a header that was sent: Node keeps one `authorization` and drops the others silently. */
function valuesOf(request: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    if (request.rawHeaders[index]?.toLowerCase() === name) values.push(request.rawHeaders[index + 1] ?? '');
  }
  return values;
}

/** The header's only value, or undefined. @throws invalid_request if it was sent more than once */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const [value, ...others] = valuesOf(request, name);
  if (others.length === 0) return value;
  throw new DomainError('invalid_request', `The header ${name} was sent more than once.`);
}

function refuse(detail: string): DomainError {
  return new DomainError('invalid_token', detail, { fix: 'Send one token, as "Authorization: Bearer <token>".' });
}

/** Whether the request carries a credential, good or bad. */
export function hasCredential(request: IncomingMessage): boolean {
  return valuesOf(request, 'authorization').length > 0 || valuesOf(request, 'x-agent-token').length > 0;
}

/**
 * The token's text from `Authorization: Bearer` or `X-Agent-Token`, which are equal.
 * @throws missing_token; invalid_token, also if both are present and differ, or if one is present twice
 */
export function tokenTextOf(request: IncomingMessage): string {
  const bearers = valuesOf(request, 'authorization').map((value) => {
    const [, text] = /^Bearer +(\S+) *$/i.exec(value) ?? [];
    if (text === undefined) throw refuse('The Authorization header is not of the form "Bearer <token>".');
    return text;
  });
  const texts = new Set([...bearers, ...valuesOf(request, 'x-agent-token').map((value) => value.trim())]);
  const [text] = texts;
  if (text === undefined || text === '') {
    throw new DomainError('missing_token', 'This operation needs a token.', {
      fix: 'Send it as "Authorization: Bearer <token>" or "X-Agent-Token: <token>".',
    });
  }
  if (texts.size > 1) throw refuse('The request carries two different tokens.');
  return text;
}
