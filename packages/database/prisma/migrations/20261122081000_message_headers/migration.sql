-- The header of a message as its readers see it, and whether its plain text was made from its HTML.

ALTER TABLE "message_content" ADD COLUMN "headers" JSONB, ADD COLUMN "plain_text_source" TEXT NOT NULL DEFAULT 'text';
