-- What an address looks like, so that no second one of its domain looks the same. Null until it is worked out; "" where an
-- older mailbox of the domain has that look.

ALTER TABLE "mailbox" ADD COLUMN "look" TEXT;

CREATE UNIQUE INDEX "mailbox_look_partial" ON "mailbox"("domain", "look") WHERE "look" <> '';
