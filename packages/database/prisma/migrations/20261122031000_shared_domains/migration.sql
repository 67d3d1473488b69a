-- A domain on which tenants other than its owner may create mailboxes.

ALTER TABLE "mail_domain" ADD COLUMN "shared" BOOLEAN NOT NULL DEFAULT false;
