-- Lists of sent mail show the key that each was sent under.
CREATE INDEX "idempotency_key_email_id_idx" ON "idempotency_key" ("email_id");
