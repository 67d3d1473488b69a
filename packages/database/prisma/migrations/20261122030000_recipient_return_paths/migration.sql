-- Each recipient has a return path; those of jobs from before share that of their job.

ALTER TABLE "outbound_recipient" ADD COLUMN "return_path" TEXT;

CREATE UNIQUE INDEX "outbound_recipient_return_path_key" ON "outbound_recipient"("return_path");
