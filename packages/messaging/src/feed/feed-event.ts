/** What happened in a mailbox, as long polls and streams follow it. */
export type FeedEvent = {
  readonly id: string;
  readonly mailboxId: number;
  readonly type: string;
  readonly emailId: number;
  /** The status that a task was given, for `task.updated`. */
  readonly taskStatus: string | null;
  readonly createdAt: Date;
  /** The number of its transaction. */
  readonly xid: number;
};

/** A reader's position: it has seen every event of the transactions below, and perhaps some of later ones. */
export type FeedPosition = number;

export const TASK_UPDATED = 'task.updated';

/**
 * The statuses of which the feed always has a task's change, because claims wait for it; any other only while somebody
 * listens.
 */
export const alwaysRecorded: readonly string[] = ['new', 'needs_human'];

/** Events of the feed can be read again for this long. */
export const FEED_RETENTION_HOURS = 24;
