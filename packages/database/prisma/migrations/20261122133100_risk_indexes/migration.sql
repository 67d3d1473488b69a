-- outside a transaction

-- step The last day's sends of a metered tenant.
drop index concurrently if exists outbound_metered_partial;
-- step
create index concurrently outbound_metered_partial on outbound_job (metered_tenant_id, created_at)
  where metered_tenant_id is not null;

-- step Jobs that wait until their tenant is no longer suspended: their next attempt is due at infinity.
drop index concurrently if exists outbound_held_partial;
-- step
create index concurrently outbound_held_partial on outbound_job (mailbox_id, id)
  where next_attempt_at = 'infinity' and status in ('queued', 'retry');
