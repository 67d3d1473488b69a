-- Whoever is signed in has an id that is text, the kind of credential first: what was token 12 is now `token:12`.

-- Only tasks that somebody holds name a token, so few rows of this table are written, and none is copied.
ALTER TABLE "email_task" ADD COLUMN "lease_principal_id" TEXT;
UPDATE "email_task" SET "lease_principal_id" = 'token:' || "lease_token_id" WHERE "lease_token_id" IS NOT NULL;
ALTER TABLE "email_task" DROP COLUMN "lease_token_id";

ALTER TABLE "rate_limit_bucket" RENAME COLUMN "token_id" TO "principal_id";
ALTER TABLE "rate_limit_bucket" ALTER COLUMN "principal_id" TYPE TEXT USING 'token:' || "principal_id";

ALTER TABLE "audit_entry" RENAME COLUMN "token_id" TO "principal_id";
ALTER TABLE "audit_entry" ALTER COLUMN "principal_id" TYPE TEXT USING 'token:' || "principal_id";
