import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { singleHeader } from '@mailroom/http';

export const SESSION_HEADER = 'mcp-session-id';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The id of a new session. Nothing is kept for it until its client follows a resource, so any replica serves any
 * session, and none is lost with a replica.
 */
export function createSessionId(): string {
  return randomUUID();
}

/**
 * The session that a request names: undefined if it names none, and null if we never give out such an id.
 * @throws invalid_request if it names several
 */
export function sessionIdOf(request: IncomingMessage): string | null | undefined {
  const id = singleHeader(request, SESSION_HEADER);
  if (id === undefined) return undefined;
  return shape.test(id) ? id : null;
}
