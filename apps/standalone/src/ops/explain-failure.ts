import { isConnectionFailure } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';

/** One line for a person: what is wrong with the command, or where it runs. */
export function explainFailure(error: unknown): string {
  if (error instanceof DomainError && error.code !== 'unavailable') return error.detail;
  if (isConnectionFailure(error)) {
    return `The database can't be reached (${causeOf(error)}): is it running, and is DATABASE_URL right?`;
  }
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

/** The code of the root cause; a host with several addresses fails with no message of its own. */
function causeOf(error: unknown): string {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current.cause === undefined) return 'code' in current ? String(current.code) : current.message;
    current = current.cause;
  }
  return 'no answer';
}
