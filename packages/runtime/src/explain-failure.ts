import { isDatabaseAway } from '@mailroom/database';
import type { Environment } from '@mailroom/errors';

/** Postgres's codes for a user, a password or a database that it does not know. */
const refused = new Set(['28P01', '28000', '3D000']);
const databases = ['DATABASE_URL', 'SEARCH_DATABASE_URL', 'MOVE_TO_DATABASE_URL'];
const hosts = ['MAILROOM_HTTP_HOST', 'MAILROOM_SMTP_HOST'];

type Failure = Error & { readonly code?: unknown; readonly port?: number; readonly hostname?: string };

/** One line about a database that can't be used, with the variables that may be wrong; null for another failure. */
export function explainDatabaseFailure(error: unknown, env: Environment): string | null {
  const set = databases.filter((name) => env[name]);
  const right = set.length === 0 ? '' : `${set.length > 1 ? 'are' : 'is'} ${set.join(' and ')} right?`;
  const { code, message } = rootOf(error);
  if (refused.has(String(code))) return `Postgres refuses us (${message})${right === '' ? '.' : `: ${right}`}`;
  if (!isDatabaseAway(error)) return null;
  return `The database can't be reached (${String(code ?? message)}): is it running${right === '' ? '?' : `, and ${right}`}`;
}

/** One line about a port or an address at which nobody can listen; null for another failure. */
export function explainListenFailure(error: unknown, env: Environment): string | null {
  const { code, port, hostname } = rootOf(error);
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that listens there, or set MAILROOM_HTTP_PORT or MAILROOM_SMTP_PORT.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Port ${port} may not be used by this user: set MAILROOM_HTTP_PORT or MAILROOM_SMTP_PORT above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `The address does not belong to this machine: check ${hosts.join(' and ')}.`;
  }
  const named = hosts.filter((name) => hostname !== undefined && env[name] === hostname);
  return named.length > 0 ? `There is no host ${hostname}: check ${named.join(' and ')}.` : null;
}

/** What began it; a host with several addresses fails with no message of its own. */
function rootOf(error: unknown): Partial<Failure> {
  let current = error;
  for (let depth = 0; depth < 5 && hasCause(current); depth += 1) current = current.cause;
  return typeof current === 'object' && current !== null ? current : { message: 'no answer' };
}

function hasCause(error: unknown): error is { readonly cause: unknown } {
  return typeof error === 'object' && error !== null && 'cause' in error && error.cause !== undefined;
}
