-- Labels, the threads of a mailbox, and what deleting an email needs.

ALTER TABLE "email" ADD COLUMN "labels" TEXT[] NOT NULL DEFAULT '{}';

-- The emails that carry a label: the array of an email is what is shown, this is how a list finds it.
CREATE TABLE "email_label" (
    "mailbox_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "direction" SMALLINT NOT NULL,
    "email_id" BIGINT NOT NULL,
    CONSTRAINT "email_label_pkey" PRIMARY KEY ("mailbox_id", "label", "direction", "email_id")
);
CREATE INDEX "email_label_email_id_idx" ON "email_label"("email_id");

-- Blobs that no row holds any more, written with the deletion of the row and worked off later.
CREATE TABLE "blob_deletion" (
    "blob" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "blob_deletion_pkey" PRIMARY KEY ("blob")
);
CREATE INDEX "blob_deletion_due_at_idx" ON "blob_deletion"("due_at");

-- One thread's emails, newest first, and whether an email is the newest of its thread.
CREATE INDEX "email_thread_partial" ON "email" ("mailbox_id", "thread_id", "id" DESC) WHERE "ready_at" IS NOT NULL;
-- Which emails still hold a raw message. Those that wait for their parser are few, and are looked through instead, so that
-- taking mail in writes nothing more.
CREATE INDEX "email_raw_partial" ON "email" ("raw_id") WHERE "ready_at" IS NOT NULL;
-- Whether any blob of a segment is still held: locators begin with its name.
CREATE INDEX "raw_message_blob_partial" ON "raw_message" ("blob" text_pattern_ops) WHERE "blob" IS NOT NULL;
-- A domain's catch-all.
CREATE INDEX "mailbox_catch_all_partial" ON "mailbox" ("domain", "status", "id") WHERE "all_receive";
