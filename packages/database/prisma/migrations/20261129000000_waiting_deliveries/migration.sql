-- outside a transaction
-- Claims go from endpoint to endpoint where those that are full have all that has been due for longest.

-- step
drop index concurrently if exists webhook_waiting_partial;

-- step
create index concurrently webhook_waiting_partial on webhook_delivery (webhook_id, next_attempt_at) where status = 'pending';
