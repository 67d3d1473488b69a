import pino, { type Logger } from 'pino';

/** A structured log: one JSON object per line, with ids and never with bodies, tokens or secrets. */
export type Log = Logger;

/** Logs to standard error, which is not the place where the system talks to its user. */
export function createLog(level: string): Log {
  return pino({ level, base: null, serializers: { err: describeError } }, pino.destination({ fd: 2, sync: false }));
}

type DescribedError = { type: string; message: string; code?: string; stack?: string; cause?: DescribedError };

/** What is said of an error: never its other properties, where drivers keep parameters and so people's mail. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && depth === 0 && { stack: error.stack }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}
