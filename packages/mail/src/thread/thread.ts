import type { EmailAddressee } from '../email/email.js';

/** One conversation in one mailbox, by its newest email. */
export type Thread = {
  readonly threadId: string;
  readonly mailboxId: number;
  /** Of the newest email. */
  readonly subject: string;
  /** Who wrote the newest emails of the thread, newest first and each once. */
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
 * Emails that are looked at for one page, step by step; the first is enough but where thousands of emails in a row belong
 * to threads that go on later. After the last a page ends with what was found, and the next one goes on from there. They
 * stand in the SQL itself: with a parameter for its limit, a stretch is planned as a tenth of the mailbox.
 */
export const STRETCHES = [512, 4_096, 32_768] as const;

/** Emails of one thread that a list of threads looks at: what a page costs is bounded, however long a thread is. */
export const MAX_COUNTED = 1_000;
/** Emails of one thread whose senders are its participants. */
export const MAX_SENDERS = 50;
