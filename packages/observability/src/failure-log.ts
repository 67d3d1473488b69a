import { describeError, type Log } from './log.js';

/** How long a failure that was logged speaks for those that are the same. */
const REPEAT_MS = 10_000;
/** Kinds of failures that are kept apart at a time; what is more than that is logged each time. */
const MAX_KINDS = 500;

type Kind = { readonly error: unknown; repeated: number };

/**
 * Logs the failures of parts that go on. One that comes again and again from the same place says so every ten seconds,
 * with how often: an outage must not fill the disk that it may come from. Failures of requests have ids and are all logged.
 */
export function failureLog(log: Log, message: string): (error: unknown, ids?: object) => void {
  const kinds = new Map<string, Kind>();
  const follow = (key: string, kind: Kind) => {
    const timer = setTimeout(() => {
      if (kind.repeated === 0) return kinds.delete(key);
      log.error({ repeated: kind.repeated, err: kind.error }, message);
      kind.repeated = 0;
      return follow(key, kind);
    }, REPEAT_MS);
    timer.unref();
  };
  return (error, ids) => {
    if (ids) return log.error({ ...ids, err: error }, message);
    const key = JSON.stringify(describeError(error));
    const kind = kinds.get(key);
    if (kind) return void (kind.repeated += 1);
    log.error({ err: error }, message);
    if (kinds.size >= MAX_KINDS) return;
    const first = { error, repeated: 0 };
    kinds.set(key, first);
    follow(key, first);
  };
}
