import { DomainError } from '@mailroom/errors';
import { explainDatabaseFailure, type Environment } from '@mailroom/runtime';

/** One line for a person: what is wrong with the command, or where it runs. */
export function explainFailure(error: unknown, env: Environment): string {
  const known = explainDatabaseFailure(error, env);
  if (known !== null) return known;
  if (error instanceof DomainError) return error.detail;
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
