import type { Task } from '@mailroom/tasks';
import type { TaskState } from '../mail/mail-schemas.js';

/** A task that the caller has just changed. */
export function taskView({
  status,
  leaseOwner,
  leaseExpiresAt,
  leaseToken,
  attempts,
  checkpoint,
  reason,
}: Task): TaskState {
  return {
    status,
    leaseOwner: leaseOwner ?? '',
    leaseExpiresAt: leaseExpiresAt?.toISOString() ?? null,
    ...(leaseToken !== null && { leaseToken }),
    attempts,
    ...(checkpoint !== null && { checkpoint }),
    ...(reason !== '' && { reason }),
  };
}
