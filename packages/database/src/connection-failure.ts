import { DomainError } from '@mailroom/errors';

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
  // Storage: the disk is full, or a file can't be written.
  '53100',
  '58030',
  // Prisma: unreachable, timed out, closed, no free connection, transaction could not start.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
]);
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether `error`, or what caused it, says that the database could not be reached or could not store. */
export function isConnectionFailure(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; typeof current === 'object' && current !== null && depth < 5; depth += 1) {
    const { code, message, cause } = current as { code?: unknown; message?: unknown; cause?: unknown };
    if (codes.has(String(code)) || String(code).startsWith('08') || messages.test(String(message))) return true;
    current = cause;
  }
  return false;
}

/** Runs `work`; a database that can't be reached becomes the expected failure `unavailable`. */
export async function asUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || !isConnectionFailure(error)) throw error;
    throw new DomainError('unavailable', 'The service is not available at the moment; try again in a few seconds.', {
      cause: error,
      retryAfterSeconds: 2,
    });
  }
}
