import type { FullEmail } from '@mailroom/mail';
import type { LeaseOutcome } from './lease.repository.js';
import type { Actor, Claim, ClaimFilter, Task, TaskChange, TaskStatus } from './task.js';

/** What of an email comes with its claim. */
export const claimedParts = ['none', 'summary', 'full'] as const;
export type ClaimedPart = (typeof claimedParts)[number];

/** The end of a task that the claimer held before. */
export type Completion = {
  readonly emailId: number;
  readonly actor: Actor;
  readonly status: TaskStatus;
  readonly reason: string;
};

/** What one caller asks of a mailbox: the next task, and perhaps the end of the one before. */
export type NextClaim = {
  readonly claim: Claim;
  readonly part: ClaimedPart;
  readonly completion?: Completion | undefined;
};

/** What one caller asks of a turn: up to `limit` tasks under one lease token. */
export type TurnRequest = NextClaim & { readonly limit: number };

/** Which tasks a mailbox is asked for; those who ask for the same take turns together. */
export type TurnFilter = Omit<ClaimFilter, 'limit'>;

/** The same text for all who ask for the same tasks. */
export function textOf({ oldestFirst, cursor, statuses }: TurnFilter): string {
  return [oldestFirst, cursor, ...[...statuses].sort()].join();
}

/** A task with what was read of its email; `email` is null where nothing was asked for, or it is gone. */
export type ClaimedTask = { readonly task: Task; readonly email: FullEmail | null };

/**
 * What became of one request of a turn: the tasks, in the order of the filter, and what ended. A task whose attempts were
 * spent went to a person (`needs_human`), and what did not end is undefined.
 */
export type TurnResult = { readonly taken: readonly ClaimedTask[]; readonly ended: LeaseOutcome | undefined };

export type NextTask = { readonly claimed: ClaimedTask | null; readonly completion?: TaskChange | undefined };
