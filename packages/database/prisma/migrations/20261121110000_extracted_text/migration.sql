-- What a mail adds to its conversation; null where that is all of its plain text.

ALTER TABLE "message_content" ADD COLUMN "extracted_text" TEXT;
