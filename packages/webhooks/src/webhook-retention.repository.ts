import type { ExpiringRows } from '@mailroom/database';

export const endedDeliveries: ExpiringRows = {
  table: 'webhook_delivery',
  key: 'id',
  since: 'finished_at',
  where: 'finished_at is not null',
};

/**
 * Deleted endpoints, once nothing in the log of deliveries names them. Whether something does is one look at the index, in
 * its order; an `exists` may be turned into a join with all deliveries.
 */
export const deletedWebhooks: ExpiringRows = {
  table: 'webhook',
  key: 'id',
  since: 'deleted_at',
  where: 'deleted_at is not null',
  unless: `coalesce((
    select d.webhook_id = r.id from webhook_delivery d where d.webhook_id >= r.id order by d.webhook_id, d.id limit 1), false)`,
};
