-- The tables of identity, mail, tasks, messaging, sending and webhooks (see prisma/schema for their owners).

CREATE TABLE "tenant" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "app_user" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "access_token" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "mailbox_id" INTEGER,
    "level" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "scopes" TEXT[],
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "access_token_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_domain" (
    "name" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "mail_domain_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "mailbox" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "status" SMALLINT NOT NULL DEFAULT 0,
    "all_receive" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "mailbox_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "raw_message" (
    "id" UUID NOT NULL,
    "content" BYTEA,
    "blob" TEXT,
    "size" INTEGER NOT NULL,
    "envelope_sender" TEXT,
    "client_address" TEXT NOT NULL DEFAULT '',
    "helo" TEXT NOT NULL DEFAULT '',
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "raw_message_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "message_content" (
    "raw_id" UUID NOT NULL,
    "plain_text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "reference_ids" TEXT[],
    "authentication" JSONB,
    CONSTRAINT "message_content_pkey" PRIMARY KEY ("raw_id")
);

CREATE TABLE "email" (
    "id" BIGSERIAL NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "direction" SMALLINT NOT NULL,
    "status" TEXT NOT NULL,
    "unread" BOOLEAN NOT NULL,
    "raw_id" UUID NOT NULL,
    "recipient" TEXT NOT NULL DEFAULT '',
    "from_email" TEXT NOT NULL DEFAULT '',
    "from_name" TEXT NOT NULL DEFAULT '',
    "to_addresses" JSONB NOT NULL DEFAULT '[]',
    "cc_addresses" JSONB NOT NULL DEFAULT '[]',
    "bcc_addresses" JSONB NOT NULL DEFAULT '[]',
    "reply_to_addresses" JSONB NOT NULL DEFAULT '[]',
    "subject" TEXT NOT NULL DEFAULT '',
    "snippet" TEXT NOT NULL DEFAULT '',
    "message_id" TEXT NOT NULL DEFAULT '',
    "in_reply_to" TEXT NOT NULL DEFAULT '',
    "thread_id" TEXT NOT NULL DEFAULT '',
    "encrypted" BOOLEAN NOT NULL DEFAULT false,
    "has_body" BOOLEAN NOT NULL DEFAULT false,
    "attachment_count" INTEGER NOT NULL DEFAULT 0,
    "provider_message_id" TEXT NOT NULL DEFAULT '',
    "error_message" TEXT NOT NULL DEFAULT '',
    "captured" BOOLEAN NOT NULL DEFAULT false,
    "sent_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(6),
    CONSTRAINT "email_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "attachment" (
    "id" BIGSERIAL NOT NULL,
    "email_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "filename" TEXT,
    "mime_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "disposition" TEXT,
    "content_id" TEXT,
    "key" TEXT NOT NULL,
    "part_offset" INTEGER NOT NULL,
    "part_length" INTEGER NOT NULL,
    "encoding" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "attachment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "body_ref" (
    "id" TEXT NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "subject" TEXT,
    "plain_text" TEXT,
    "html" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "body_ref_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "outbox_event" (
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(6),
    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bus_consumer" (
    "name" TEXT NOT NULL,
    "types" TEXT[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "bus_consumer_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "bus_delivery" (
    "consumer" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(6) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_error" TEXT,
    "poisoned_at" TIMESTAMPTZ(6),
    CONSTRAINT "bus_delivery_pkey" PRIMARY KEY ("consumer","event_id")
);

CREATE TABLE "inbox_event" (
    "consumer" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "handled_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "inbox_event_pkey" PRIMARY KEY ("consumer","event_id")
);

CREATE TABLE "idempotency_key" (
    "mailbox_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "email_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("mailbox_id","key")
);

CREATE TABLE "outbound_job" (
    "id" BIGSERIAL NOT NULL,
    "email_id" BIGINT NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "envelope_sender" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),
    CONSTRAINT "outbound_job_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "outbound_recipient" (
    "job_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "smtp_reply" TEXT NOT NULL DEFAULT '',
    "data_started_at" TIMESTAMPTZ(6),
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "outbound_recipient_pkey" PRIMARY KEY ("job_id","position")
);

CREATE TABLE "email_task" (
    "email_id" BIGINT NOT NULL,
    "mailbox_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "ready" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'new',
    "reason" TEXT NOT NULL DEFAULT '',
    "handled_by" TEXT NOT NULL DEFAULT '',
    "handled_at" TIMESTAMPTZ(6),
    "lease_owner" TEXT,
    "lease_token" TEXT,
    "lease_token_id" INTEGER,
    "lease_expires_at" TIMESTAMPTZ(6),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL DEFAULT 5,
    "checkpoint" TEXT,
    CONSTRAINT "email_task_pkey" PRIMARY KEY ("email_id")
);

CREATE TABLE "webhook" (
    "id" SERIAL NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "mailbox_id" INTEGER,
    "name" TEXT NOT NULL DEFAULT '',
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" TEXT NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "last_status" INTEGER,
    "last_error" TEXT,
    "last_deliver_time" TIMESTAMPTZ(6),
    "failing_since" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(6),
    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "webhook_delivery" (
    "id" BIGSERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "email_id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(6) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_expires_at" TIMESTAMPTZ(6),
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(6),
    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "access_token_token_hash_key" ON "access_token"("token_hash");
CREATE INDEX "access_token_mailbox_id_idx" ON "access_token"("mailbox_id");
CREATE UNIQUE INDEX "mailbox_address_key" ON "mailbox"("address");
CREATE INDEX "mailbox_tenant_id_idx" ON "mailbox"("tenant_id");
CREATE INDEX "attachment_email_id_idx" ON "attachment"("email_id");
CREATE INDEX "body_ref_expires_at_idx" ON "body_ref"("expires_at");
CREATE INDEX "inbox_event_handled_at_idx" ON "inbox_event"("handled_at");
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");
CREATE UNIQUE INDEX "outbound_job_email_id_key" ON "outbound_job"("email_id");
CREATE INDEX "webhook_tenant_id_idx" ON "webhook"("tenant_id");
CREATE UNIQUE INDEX "webhook_delivery_webhook_id_event_id_key" ON "webhook_delivery"("webhook_id", "event_id");

ALTER TABLE "app_user" ADD CONSTRAINT "app_user_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_mailbox_id_fkey" FOREIGN KEY ("mailbox_id") REFERENCES "mailbox"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "mail_domain" ADD CONSTRAINT "mail_domain_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "mailbox" ADD CONSTRAINT "mailbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "email" ADD CONSTRAINT "email_mailbox_id_fkey" FOREIGN KEY ("mailbox_id") REFERENCES "mailbox"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outbound_recipient" ADD CONSTRAINT "outbound_recipient_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "outbound_job"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_mailbox_id_fkey" FOREIGN KEY ("mailbox_id") REFERENCES "mailbox"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Partial indexes and storage settings, which the Prisma schema can't say.

-- Lists walk this with a keyset on id; mail that is not ready is not in it.
CREATE INDEX "email_list_partial" ON "email" ("mailbox_id", "direction", "id" DESC) WHERE "ready_at" IS NOT NULL;
-- What still waits for the parser: small, and the horizon of oldest-first lists.
CREATE INDEX "email_unready_partial" ON "email" ("mailbox_id", "id") WHERE "ready_at" IS NULL;
-- Threading looks up the messages that a reply refers to.
CREATE INDEX "email_message_id_partial" ON "email" ("mailbox_id", "message_id") WHERE "message_id" <> '';

-- seq and not the primary key orders them, so that the planner never walks past handled rows.
CREATE INDEX "task_new_partial" ON "email_task" ("mailbox_id", "seq") WHERE "status" = 'new' AND "ready";
CREATE INDEX "task_processing_partial" ON "email_task" ("mailbox_id", "seq") WHERE "status" = 'processing' AND "ready";
CREATE INDEX "task_settled_partial" ON "email_task" ("mailbox_id", "status", "seq") WHERE "status" IN ('handled', 'needs_human', 'ignored') AND "ready";

CREATE INDEX "outbox_unsent_partial" ON "outbox_event" ("due_at") WHERE "sent_at" IS NULL;
CREATE INDEX "bus_due_partial" ON "bus_delivery" ("consumer", "due_at") WHERE "poisoned_at" IS NULL;
CREATE INDEX "outbound_due_partial" ON "outbound_job" ("next_attempt_at") WHERE "status" IN ('queued', 'retry');
CREATE INDEX "outbound_sending_partial" ON "outbound_job" ("lease_expires_at") WHERE "status" = 'sending';
CREATE INDEX "webhook_due_partial" ON "webhook_delivery" ("next_attempt_at") WHERE "status" = 'pending';

-- Rows that change often: room for new versions on the page, and a vacuum that keeps up.
ALTER TABLE "email_task" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "outbox_event" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "bus_delivery" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "webhook_delivery" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE "outbound_job" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
