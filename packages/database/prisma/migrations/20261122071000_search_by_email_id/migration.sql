-- The search index in the order of email ids. Blocks are made again in the background from what is indexed.

DROP TRIGGER "email_index_deleted" ON "email_index";
DROP TABLE "email_block";
DROP TABLE "email_octet";
DROP TABLE "search_mailbox";

ALTER TABLE "email_index" DROP CONSTRAINT "email_index_pkey";
ALTER TABLE "email_index" DROP COLUMN "seq";
ALTER TABLE "email_index" ADD COLUMN "late" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "email_index" ADD CONSTRAINT "email_index_pkey" PRIMARY KEY ("mailbox_id", "email_id");

CREATE TABLE "search_mailbox" (
    "mailbox_id" INTEGER NOT NULL,
    "sealed_until" BIGINT NOT NULL DEFAULT 0,
    "sealed_blocks" INTEGER NOT NULL DEFAULT 0,
    "unsealed" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "search_mailbox_pkey" PRIMARY KEY ("mailbox_id")
);

CREATE TABLE "email_block" (
    "mailbox_id" INTEGER NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "range" INTEGER NOT NULL,
    "terms" INTEGER[],
    "first_at" TIMESTAMPTZ(6) NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    "stale" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "email_block_pkey" PRIMARY KEY ("mailbox_id","first_id")
);

CREATE TABLE "email_octet" (
    "mailbox_id" INTEGER NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "range" INTEGER NOT NULL,
    "terms" INTEGER[],
    "first_at" TIMESTAMPTZ(6) NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,
    CONSTRAINT "email_octet_pkey" PRIMARY KEY ("mailbox_id","first_id")
);

CREATE INDEX "email_block_terms_idx" ON "email_block" USING GIN ("terms");
CREATE INDEX "email_octet_terms_idx" ON "email_octet" USING GIN ("terms");

-- What the Prisma schema can't say.

-- New blocks come one at a time and are searched at once.
ALTER INDEX "email_block_terms_idx" SET (fastupdate = off);
ALTER INDEX "email_octet_terms_idx" SET (fastupdate = off);
-- Without statistics every search is taken for a selective one. With them, the planner would rather read every row of a
-- mailbox for a word that is in most, since it does not know what it costs to unpack the arrays.
ALTER TABLE "email_block" ALTER COLUMN "terms" SET STATISTICS 0;
ALTER TABLE "email_octet" ALTER COLUMN "terms" SET STATISTICS 0;
CREATE INDEX "email_block_stale_partial" ON "email_block" ("mailbox_id", "first_id") WHERE "stale";
CREATE INDEX "email_index_late_partial" ON "email_index" ("mailbox_id", "email_id") WHERE "late";
CREATE INDEX "search_mailbox_unsealed_partial" ON "search_mailbox" ("mailbox_id") WHERE "unsealed" >= 128;

INSERT INTO "search_mailbox" ("mailbox_id", "unsealed") SELECT "mailbox_id", count(*) FROM "email_index" GROUP BY 1;

-- A block that lost emails is made anew in the background, so that it tells of no deleted mail for long.
CREATE OR REPLACE FUNCTION "mark_stale_blocks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE email_block b SET stale = true FROM (
    SELECT DISTINCT g.mailbox_id, f.first_id FROM gone g CROSS JOIN LATERAL (
      SELECT o.first_id FROM email_block o WHERE o.mailbox_id = g.mailbox_id AND o.first_id <= g.email_id
      ORDER BY o.first_id DESC LIMIT 1) f) g
  WHERE b.mailbox_id = g.mailbox_id AND b.first_id = g.first_id AND NOT b.stale;
  RETURN NULL;
END $$;
CREATE TRIGGER "email_index_deleted" AFTER DELETE ON "email_index"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "mark_stale_blocks"();
