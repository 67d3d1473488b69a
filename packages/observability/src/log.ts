import pino, { type DestinationStream, type Logger } from 'pino';
import { safeText } from './safe-text.js';

/** A structured log: one JSON object per line, with ids and never with bodies, tokens or secrets. */
export type Log = Logger;

/** Logs to standard error if nothing else is named; the system talks to its user on standard output. */
export function createLog(level: string, app?: string, destination: DestinationStream = standardError()): Log {
  const options = {
    level,
    base: app === undefined ? null : { app },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, destination);
}

function standardError(): DestinationStream {
  return pino.destination({ fd: 2, sync: false });
}

/** The log for code that is given none. */
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
 * What we log about an error: its text without what it quotes, and where it came from. We never log its other
 * properties, because drivers keep parameters there, and so people's mail.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: safeText(String(error)) };
  const code = 'code' in error ? safeText(String(error.code)) : undefined;
  // Its name is ours, and may say what the text, which quotes it, must not.
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return {
    type: error.name,
    message: error instanceof SyntaxError ? 'This text cannot be read.' : safeText(error.message),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(depth === 0 && { stack: framesOf(error) }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The stack's places, without the text before them. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.join('\n');
}
