-- What an operator watches is found without reading what is well: these are small while all goes well.
CREATE INDEX "bus_poisoned_partial" ON "bus_delivery" ("consumer") WHERE "poisoned_at" IS NOT NULL;
CREATE INDEX "outbound_unknown_partial" ON "outbound_job" ("id") WHERE "status" = 'unknown';
CREATE INDEX "webhook_disabled_partial" ON "webhook" ("id") WHERE "status" = 1 AND "deleted_at" IS NULL;

-- The trace that a thing belongs to, as W3C's traceparent (55 characters): it goes on where the work does.
ALTER TABLE "outbox_event" ADD COLUMN "traceparent" TEXT;
ALTER TABLE "bus_delivery" ADD COLUMN "traceparent" TEXT;
ALTER TABLE "outbound_job" ADD COLUMN "traceparent" TEXT;
ALTER TABLE "webhook_delivery" ADD COLUMN "traceparent" TEXT;
