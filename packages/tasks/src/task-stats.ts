import { taskStatuses, type TaskCounts, type TaskStats, type TaskStatus } from './task.js';
import type { StatsRow } from './task.repository.js';

const none = (): TaskCounts => ({ total: 0, locked: 0, available: 0, expired: 0 });

/**
 * Sums up counted groups: `available` is everything that is not locked, `expired` the part of it that is `processing`.
 */
export function statsOf(rows: readonly StatsRow[]): TaskStats {
  const all = none();
  const byStatus = Object.fromEntries(taskStatuses.map((status) => [status, none()])) as Record<TaskStatus, TaskCounts>;
  const owners: Record<'locked' | 'expired', Map<string, number>> = { locked: new Map(), expired: new Map() };
  for (const { status, owner, locked, count } of rows) {
    const state = locked ? 'locked' : status === 'processing' ? 'expired' : null;
    for (const counts of [all, byStatus[status]]) {
      counts.total += count;
      if (!locked) counts.available += count;
      if (state) counts[state] += count;
    }
    if (state && owner !== null) owners[state].set(owner, (owners[state].get(owner) ?? 0) + count);
  }
  return {
    ...all,
    byStatus,
    lockedByOwner: Object.fromEntries(owners.locked),
    expiredByOwner: Object.fromEntries(owners.expired),
    generatedAt: rows[0]?.generatedAt ?? new Date(),
  };
}
