import type { Mailbox } from '@mailroom/mail';
import { integer, object, record, resource, string, type ValueOf } from '@mailroom/openapi';
import type { TaskStats } from '@mailroom/tasks';
import { at } from '../schema/example-times.js';

const counts = { total: integer, locked: integer, available: integer, expired: integer };
const none = { total: 0, locked: 0, available: 0, expired: 0 };

export const taskStatsResource = resource(
  'TaskStats',
  object({
    accountId: integer,
    userId: integer,
    ...counts,
    byStatus: record(object(counts)),
    lockedByOwner: record(integer),
    expiredByOwner: record(integer),
    generatedAt: string,
  }),
  {
    accountId: 7,
    userId: 3,
    total: 4,
    locked: 1,
    available: 3,
    expired: 0,
    byStatus: {
      new: { total: 3, locked: 0, available: 3, expired: 0 },
      processing: { total: 1, locked: 1, available: 0, expired: 0 },
      handled: none,
      needs_human: none,
      ignored: none,
    },
    lockedByOwner: { 'agent-1': 1 },
    expiredByOwner: {},
    generatedAt: at,
  },
);

export type TaskStatsResource = ValueOf<typeof taskStatsResource>;

export function taskStatsView(stats: TaskStats, mailbox: Pick<Mailbox, 'id' | 'userId'>): TaskStatsResource {
  return {
    accountId: mailbox.id,
    userId: mailbox.userId,
    total: stats.total,
    locked: stats.locked,
    available: stats.available,
    expired: stats.expired,
    byStatus: stats.byStatus,
    lockedByOwner: stats.lockedByOwner,
    expiredByOwner: stats.expiredByOwner,
    generatedAt: stats.generatedAt.toISOString(),
  };
}
