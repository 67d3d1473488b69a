import pino, { type Logger } from 'pino';
import { safeText } from './safe-text.js';

/** A structured log: one JSON object per line, with ids and never with bodies, tokens or secrets. */
export type Log = Logger;

/** Logs to standard error, which is not the place where the system talks to its user. */
export function createLog(level: string, app?: string): Log {
  const options = {
    level,
    base: app === undefined ? null : { app },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, pino.destination({ fd: 2, sync: false }));
}

/** For whoever is given none. */
export const silentLog: Log = pino({ level: 'silent' });

type DescribedError = {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack?: string;
  cause?: DescribedError;
};

/**
 * What is said of an error: its text without what it quotes, where it came from, and never its other properties, where
 * drivers keep parameters and so people's mail.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: safeText(String(error)) };
  const code = 'code' in error ? safeText(String(error.code)) : undefined;
  // Its name is ours, and says what the text, which quotes it, must not.
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return {
    type: error.name,
    message: error instanceof SyntaxError ? 'This text can not be read.' : safeText(error.message),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(depth === 0 && { stack: framesOf(error) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The places, without the text that comes before them. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.join('\n');
}
