-- Search: one row an email in the order of indexing, and rows with the words that 64 and that 8 of them hold.
CREATE TABLE "search_mailbox" (
    "mailbox_id" INTEGER NOT NULL,
    "next_seq" BIGINT NOT NULL,
    "sealed_blocks" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "search_mailbox_pkey" PRIMARY KEY ("mailbox_id")
);

CREATE TABLE "email_index" (
    "mailbox_id" INTEGER NOT NULL,
    "seq" BIGINT NOT NULL,
    "email_id" BIGINT NOT NULL,
    "direction" SMALLINT NOT NULL,
    "has_attachment" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "words" tsvector NOT NULL,
    CONSTRAINT "email_index_pkey" PRIMARY KEY ("mailbox_id","seq")
);

CREATE TABLE "email_block" (
    "mailbox_id" INTEGER NOT NULL,
    "block" INTEGER NOT NULL,
    "terms" INTEGER[],
    "first_at" TIMESTAMPTZ(6) NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    "stale" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "email_block_pkey" PRIMARY KEY ("mailbox_id","block")
);

CREATE TABLE "email_octet" (
    "mailbox_id" INTEGER NOT NULL,
    "octet" INTEGER NOT NULL,
    "terms" INTEGER[],
    "first_at" TIMESTAMPTZ(6) NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "email_octet_pkey" PRIMARY KEY ("mailbox_id","octet")
);

CREATE UNIQUE INDEX "email_index_email_id_key" ON "email_index"("email_id");
CREATE INDEX "email_block_terms_idx" ON "email_block" USING GIN ("terms");
CREATE INDEX "email_octet_terms_idx" ON "email_octet" USING GIN ("terms");

ALTER TABLE "email_index" ADD CONSTRAINT "email_index_email_id_fkey" FOREIGN KEY ("email_id") REFERENCES "email"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the Prisma schema can't say.

-- New blocks come one at a time and are searched at once.
ALTER INDEX "email_block_terms_idx" SET (fastupdate = off);
ALTER INDEX "email_octet_terms_idx" SET (fastupdate = off);
-- Without statistics every search is taken for a selective one. With them, the planner would rather read every row of a
-- mailbox for a word that is in most, since it does not know what it costs to unpack the arrays.
ALTER TABLE "email_block" ALTER COLUMN "terms" SET STATISTICS 0;
ALTER TABLE "email_octet" ALTER COLUMN "terms" SET STATISTICS 0;
CREATE INDEX "email_block_stale_partial" ON "email_block" ("mailbox_id", "block") WHERE "stale";

-- A block that lost emails is made anew in the background, so that it tells of no deleted mail for long.
CREATE FUNCTION "mark_stale_blocks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE email_block b SET stale = true FROM (SELECT DISTINCT mailbox_id, seq / 64 AS block FROM gone) g
  WHERE b.mailbox_id = g.mailbox_id AND b.block = g.block AND NOT b.stale;
  RETURN NULL;
END $$;
CREATE TRIGGER "email_index_deleted" AFTER DELETE ON "email_index"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "mark_stale_blocks"();
