import { DomainError } from '@mailroom/errors';

/** A statement took longer than any of ours may. */
const TOOK_TOO_LONG = '57014';

/** Node's and Postgres's codes for "the server can't be used now": network errors, class 08, shutdown and start-up. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  TOOK_TOO_LONG,
  // Storage: the disk is full, or a file can't be written.
  '53100',
  '58030',
  // Prisma: unreachable, timed out, closed, no free connection.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
]);

/** Prisma's code for every failure of a transaction itself, after which nothing of it is committed. Its message tells which. */
const TRANSACTION_FAILED = 'P2028';
/** No connection was free for it, or our own end rolled it back. */
const transactionCut = /Unable to start a transaction in the given time|on a transaction that was rolled back/;
/** It took longer than it may. Prisma knows the last hundred that ended, and does not find one before, or after our own end. */
const transactionExpired = /on an expired transaction|Transaction not found/;
const messages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Codes and messages among these that mean that no statement was handed over, or that it changed nothing. */
const changedNothing = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
  '53300',
  '53100',
  TOOK_TOO_LONG,
  TRANSACTION_FAILED,
]);
const notConnected =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout|Cannot use a pool after calling end)/;
const MAX_CAUSES = 5;

/** Tells whether `error`, or one of its causes, says that the database could not be reached or could not store. */
export function isConnectionFailure(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      codes.has(String(cause.code)) ||
      String(cause.code).startsWith('08') ||
      messages.test(String(cause.message)) ||
      isTransactionFailure(cause, transactionCut) ||
      isTransactionFailure(cause, transactionExpired),
  );
}

/**
 * Tells whether a statement that failed as `unavailable` may nevertheless have committed: its connection broke, or its
 * answer did not come. It may even commit later, when the server gets to it.
 */
export function mayHaveCommitted(error: unknown): boolean {
  if (!(error instanceof DomainError && error.code === 'unavailable')) return false;
  return !causesOf(error.cause).some(
    ({ code, message }) => changedNothing.has(String(code)) || notConnected.test(String(message)),
  );
}

/** Tells whether a store is away, so that other work fails as well; where a statement or a transaction took too long, it is there. */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof DomainError && error.code === 'unavailable')) return false;
  return !causesOf(error).some(
    (cause) => cause.code === TOOK_TOO_LONG || isTransactionFailure(cause, transactionExpired),
  );
}

function isTransactionFailure({ code, message }: Cause, kind: RegExp): boolean {
  return code === TRANSACTION_FAILED && kind.test(String(message));
}

type Cause = { readonly code?: unknown; readonly message?: unknown };
/** What Prisma tells of what Postgres said: in `meta`, and under names of its own. */
type PrismaCause = Cause & {
  readonly cause?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
  readonly originalCode?: unknown;
  readonly originalMessage?: unknown;
};

/** The error, its cause, that one's cause, and so on. */
export function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  let current: unknown = error;
  while (typeof current === 'object' && current !== null && causes.length < MAX_CAUSES) {
    const { code, message, originalCode, originalMessage, cause, meta } = current as PrismaCause;
    causes.push({ code: code ?? originalCode, message: message ?? originalMessage });
    current = cause ?? meta?.driverAdapterError;
  }
  return causes;
}

const AWAY = 'The service is not available at the moment; try again in a few seconds.';

/** Tells whether it was the database that could not be reached, and not another store or service. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DomainError ? error.detail === AWAY : isConnectionFailure(error);
}

/** Runs `work`; if the database can't be reached, that becomes the expected failure `unavailable`. */
export async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || !isConnectionFailure(error)) throw error;
    throw new DomainError('unavailable', AWAY, { cause: error, retryAfterSeconds: 2 });
  }
}
