-- outside a transaction
-- What is kept for a time is found by that time, without a walk through the rest.

-- step
DROP INDEX CONCURRENTLY IF EXISTS "audit_entry_created_at_idx";
-- step
CREATE INDEX CONCURRENTLY "audit_entry_created_at_idx" ON "audit_entry"("created_at");
-- step
DROP INDEX CONCURRENTLY IF EXISTS "access_token_ended_partial";
-- step
CREATE INDEX CONCURRENTLY "access_token_ended_partial" ON "access_token" (LEAST("revoked_at", "expires_at"))
  WHERE "revoked_at" IS NOT NULL OR "expires_at" IS NOT NULL;
-- step
DROP INDEX CONCURRENTLY IF EXISTS "webhook_delivery_finished_partial";
-- step
CREATE INDEX CONCURRENTLY "webhook_delivery_finished_partial" ON "webhook_delivery" ("finished_at")
  WHERE "finished_at" IS NOT NULL;
-- step
DROP INDEX CONCURRENTLY IF EXISTS "webhook_deleted_partial";
-- step
CREATE INDEX CONCURRENTLY "webhook_deleted_partial" ON "webhook" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
