-- Reports on sent mail find their way back, and addresses that must not be written to are remembered.

ALTER TABLE "message_content" ADD COLUMN "machine_sent" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "message_content" ADD COLUMN "report" JSONB;

CREATE TABLE "suppression" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "source_email_id" BIGINT NOT NULL,
    "smtp_status" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "suppression_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "suppression_tenant_id_address_key" ON "suppression"("tenant_id", "address");
CREATE INDEX "suppression_tenant_id_id_idx" ON "suppression"("tenant_id", "id");

-- From a return path to its job; jobs of before have their mailbox's address there.
CREATE UNIQUE INDEX "outbound_return_path_partial" ON "outbound_job" ("envelope_sender") WHERE "envelope_sender" LIKE 'bounce+%';
