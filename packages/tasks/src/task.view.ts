import type { Task, TaskChange } from './task.js';

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

/** What became of one task of a batch. */
export function taskChangeView(change: TaskChange, options: { readonly withLeaseToken?: boolean } = {}) {
  const { emailId } = change;
  if ('task' in change) return { emailId, ok: true, task: taskView(change.task, options) };
  const { code, detail, fix } = change.refusal;
  return { emailId, ok: false, error: { type: code, message: detail, ...(fix !== undefined && { fix }) } };
}
