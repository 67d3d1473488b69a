import type { DomainError } from '@mailroom/errors';

/** What happens to a received email. Any status may follow any other. */
export type TaskStatus = 'new' | 'processing' | 'handled' | 'needs_human' | 'ignored';

export const taskStatuses: readonly TaskStatus[] = ['new', 'processing', 'handled', 'needs_human', 'ignored'];

/** The task of one received email, with the lease on it, judged by the database's clock. */
export type Task = {
  readonly emailId: number;
  readonly mailboxId: number;
  readonly status: TaskStatus;
  readonly reason: string;
  /** Who last set it to `handled`, `needs_human` or `ignored`, and when. */
  readonly handledBy: string;
  readonly handledAt: Date | null;
  /** The holder of the lease, or of the last one while the task is still `processing`. */
  readonly leaseOwner: string | null;
  /** Proves ownership; it is shown only to the one who was given the lease. */
  readonly leaseToken: string | null;
  readonly leaseExpiresAt: Date | null;
  /** Whether a lease is active. */
  readonly locked: boolean;
  readonly attempts: number;
  readonly maxAttempts: number;
  /** How far the last holder got, for the next one. */
  readonly checkpoint: string | null;
};

/** Who acts on a task: a named owner, else the principal itself, or whoever presents the current `leaseToken`. */
export type Actor = {
  readonly principalId: string;
  readonly owner?: string | undefined;
  readonly leaseToken?: string | undefined;
};

export type Claim = {
  readonly actor: Pick<Actor, 'principalId' | 'owner'>;
  readonly ttlSeconds: number;
  readonly reason?: string | undefined;
};

export type ClaimFilter = {
  readonly statuses: readonly TaskStatus[];
  readonly oldestFirst: boolean;
  /** Only tasks beyond this id, in the requested order. */
  readonly cursor?: number | undefined;
  readonly limit: number;
};

/**
 * The outcome for one task of a set: changed, or the reason why not (`lease_conflict`, `lease_expired`, `not_found`).
 */
export type TaskChange =
  { readonly emailId: number; readonly task: Task } | { readonly emailId: number; readonly refusal: DomainError };

export type ExpiredFilter = {
  /** Only leases that ended before this instant; a future instant counts as now. */
  readonly before?: Date | undefined;
  readonly owner?: string | undefined;
  readonly reason: string;
  readonly limit: number;
};

export type TaskPage = {
  readonly statuses: readonly TaskStatus[];
  readonly locked: 'any' | 'only' | 'never';
  readonly owner?: string | undefined;
  readonly oldestFirst: boolean;
  readonly cursor?: number | undefined;
  readonly limit: number;
};

export type TaskCounts = { total: number; locked: number; available: number; expired: number };

export type TaskStats = TaskCounts & {
  readonly byStatus: Record<TaskStatus, TaskCounts>;
  readonly lockedByOwner: Record<string, number>;
  readonly expiredByOwner: Record<string, number>;
  readonly generatedAt: Date;
};

/** The owner that is recorded when none is named. */
export function ownerOf(actor: Pick<Actor, 'principalId' | 'owner'>): string {
  return actor.owner ?? actor.principalId;
}
