import type { Retention } from '@mailroom/database';

/** What the sweeper gives up; a blob that still can't be deleted falls due again. */
export const dueBlobs: Retention = {
  table: 'blob_deletion',
  oldest: 'select due_at from blob_deletion order by due_at limit 1',
  keptSeconds: 0,
};
