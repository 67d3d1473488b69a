import type { Task } from '@mailroom/tasks';

/** The resource `EmailTask`. The lease token goes only to whom the lease was given. */
export function taskView(task: Task, options: { readonly withLeaseToken?: boolean } = {}) {
  return {
    status: task.status,
    reason: task.reason,
    handledBy: task.handledBy,
    handledAt: task.handledAt?.toISOString() ?? null,
    leaseOwner: task.leaseOwner ?? '',
    leaseExpiresAt: task.leaseExpiresAt?.toISOString() ?? null,
    locked: task.locked,
    ...(options.withLeaseToken && task.leaseToken !== null && { leaseToken: task.leaseToken }),
    attempts: task.attempts,
    maxAttempts: task.maxAttempts,
    checkpoint: task.checkpoint,
  };
}
