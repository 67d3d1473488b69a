import type { EmailAddressee } from '../email/email.js';

/** One conversation in one mailbox, represented by its newest email. */
export type Thread = {
  readonly threadId: string;
  readonly mailboxId: number;
  /** The subject of the newest email. */
  readonly subject: string;
  /** The senders of the thread's newest emails, newest first and each once. */
  readonly participants: readonly EmailAddressee[];
  /** Counted up to `MAX_COUNTED`. */
  readonly emailCount: number;
  readonly unreadCount: number;
  readonly latestEmailId: number;
  readonly latestEmailAt: Date;
};

/** `cursor` is the id of a thread's newest email, or of one of a thread's emails. */
export type ThreadPage = {
  readonly cursor: number | undefined;
  readonly oldestFirst: boolean;
  readonly limit: number;
};

/**
 * How many emails are examined for one page, step by step. The first step suffices unless thousands of emails in a row
 * belong to threads that continue later. After the last, a page ends with what was found, and the next page continues
 * from there. The numbers are literals in the SQL: with a parameter as its limit, a stretch is planned as a tenth of
 * the mailbox.
 */
export const STRETCHES = [512, 4_096, 32_768] as const;

/**
 * How many emails of one thread a list of threads examines: this bounds the cost of a page, however long a thread is.
 */
export const MAX_COUNTED = 1_000;
/** How many emails of one thread contribute their senders to its participants. */
export const MAX_SENDERS = 50;
