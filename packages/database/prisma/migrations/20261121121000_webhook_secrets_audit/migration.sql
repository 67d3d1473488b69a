-- A rotated signing secret stays in force beside the new one for a day, and an endpoint's deliveries can be listed.

ALTER TABLE "webhook" ADD COLUMN "previous_secret" TEXT,
ADD COLUMN "previous_secret_until" TIMESTAMPTZ(6);
CREATE INDEX "webhook_delivery_webhook_id_id_idx" ON "webhook_delivery"("webhook_id", "id");

-- Who changed tokens and mailboxes. It refers to nothing, so that it outlives what it speaks of.
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "token_id" INTEGER,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entry_tenant_id_id_idx" ON "audit_entry"("tenant_id", "id");
