import { patiently, Pauses, type StartedParts } from '@mailroom/concurrency';
import { Database, isConnectionFailure, migrate, type DatabaseOptions } from '@mailroom/database';
import type { Log } from '@mailroom/observability';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

type Surroundings = { readonly log: Log; readonly onError: (error: unknown) => void };

/**
 * Opens the database of the search index alone, where there is one. Nobody waits for it: while it is away, everything but
 * searches works, also after a restart. It gets its tables as soon as it is there.
 */
export function openSearchDatabase(
  options: Omit<DatabaseOptions, 'url'> & { readonly url: string | undefined },
  { log, onError }: Surroundings,
  parts: StartedParts,
): Database | undefined {
  const { url } = options;
  if (url === undefined) return undefined;
  const closing = new AbortController();
  const migrated = patiently(() => migrate(url, (line) => log.info(line)), {
    pauses: new Pauses(FIRST_PAUSE_MS, MAX_PAUSE_MS),
    isPassing: isConnectionFailure,
    onError,
    signal: closing.signal,
  }).catch((error: unknown) => {
    if (!closing.signal.aborted) onError(error);
  });
  const database = parts.open(new Database({ ...options, url, onError }));
  parts.add(async () => {
    closing.abort();
    await migrated;
  });
  return database;
}
