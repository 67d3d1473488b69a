-- Where the recipients of a sent message came from: the request, or which header of the message that it answers.

ALTER TABLE "outbound_job" ADD COLUMN "recipient_source" TEXT NOT NULL DEFAULT 'request';
