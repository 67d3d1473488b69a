-- Pages of a tenant's mailboxes, in the order of their ids.

CREATE INDEX "mailbox_tenant_id_id_idx" ON "mailbox"("tenant_id", "id");

DROP INDEX "mailbox_tenant_id_idx";
