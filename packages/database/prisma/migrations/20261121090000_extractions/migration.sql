-- What an agent looks for first: the one-time code of an email, and all codes and links of its message.

ALTER TABLE "email" ADD COLUMN "verification_code" TEXT NOT NULL DEFAULT '';
ALTER TABLE "message_content" ADD COLUMN "extractions" JSONB;
