import type { ParseJob } from './parsing/parse-job.js';

/** A committed message, with its emails, that waits to be parsed. */
export type AcceptedEmails = Omit<ParseJob, 'raw' | 'seal'> & {
  readonly emailIds: readonly number[];
  /** The first of its mailboxes; a sender's messages to different mailboxes take turns. */
  readonly mailboxId: number;
  readonly bytes: number;
  /** If null, the message is read from the store when its turn comes. */
  readonly raw: Buffer | null;
  /** Whether its mailbox was sealed when it came, and it lies encrypted with the installation's key. */
  readonly awaitsSeal: boolean;
};
