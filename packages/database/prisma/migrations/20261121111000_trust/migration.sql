-- What is to be noticed about a message beside its authentication: a verdict, and signals.

ALTER TABLE "message_content" ADD COLUMN "trust" JSONB;
