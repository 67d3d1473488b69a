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
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const code = 'code' in current ? String(current.code) : '';
    if (codes.has(code) || code.startsWith('08') || messages.test(current.message)) return true;
    current = current.cause;
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
