-- What clients follow over long polls and streams, readable again for a day.
CREATE TABLE "feed_event" (
    "mailbox_id" INTEGER NOT NULL,
    "xid" BIGINT NOT NULL DEFAULT ((pg_current_xact_id())::text)::bigint,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "type" TEXT NOT NULL,
    "email_id" BIGINT NOT NULL,
    "task_status" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "feed_event_pkey" PRIMARY KEY ("mailbox_id","xid","id")
);

CREATE TABLE "feed_listener" (
    "tenant_id" TEXT NOT NULL,
    "listening_until" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "feed_listener_pkey" PRIMARY KEY ("tenant_id")
);

CREATE INDEX "feed_event_xid_idx" ON "feed_event"("xid");
