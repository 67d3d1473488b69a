import type { ParseJob } from './parsing/parse-job.js';

/** A message that was committed, with its emails, and waits to be parsed. */
export type AcceptedEmails = Omit<ParseJob, 'raw'> & {
  readonly emailIds: readonly number[];
  /** Null is read from the store when its turn comes. */
  readonly raw: Buffer | null;
};
