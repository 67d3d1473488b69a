import { MailroomError } from '@mailroom/client';

/** The exit codes by which scripts tell outcomes apart. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Wrong arguments, and what the API calls an invalid request. */
  usage: 2,
  /** No task to claim, no email in time. */
  nothing: 3,
  denied: 4,
  notFound: 5,
  conflict: 6,
  /** Not reachable, too many requests, or broken: try again. */
  unavailable: 7,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const byStatus: Readonly<Record<number, ExitCode>> = {
  0: exitCodes.unavailable,
  400: exitCodes.usage,
  401: exitCodes.denied,
  403: exitCodes.denied,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  413: exitCodes.usage,
  415: exitCodes.usage,
  429: exitCodes.unavailable,
};

export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof MailroomError)) return exitCodes.failed;
  return byStatus[error.status] ?? (error.status >= 500 ? exitCodes.unavailable : exitCodes.failed);
}
