import type { EmailPlace } from '@mailroom/mail';
import type { ParseJob } from './parsing/parse-job.js';

/** A committed message, with its emails, that waits to be parsed. */
export type AcceptedEmails = Omit<ParseJob, 'raw' | 'seal'> & {
  readonly emails: readonly EmailPlace[];
  readonly bytes: number;
  /** If null, the message is read from the store when its turn comes. */
  readonly raw: Buffer | null;
  /** Whether its mailbox was sealed when it came, and it lies encrypted with the installation's key. */
  readonly awaitsSeal: boolean;
};
