import { MailroomError } from '@mailroom/client';

/** Whether the same question may well be answered in a moment. */
export function passes(error: unknown): boolean {
  return error instanceof MailroomError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

type Asked = { readonly data: unknown; readonly error: Error | null };

/**
 * What has to be said in the place of an answer. A page asks again whenever somebody comes back to it; if that fails for a
 * while, what is known stays, and with it what is being written there.
 */
export function failureOf({ data, error }: Asked): Error | null {
  return data !== undefined && passes(error) ? null : error;
}
