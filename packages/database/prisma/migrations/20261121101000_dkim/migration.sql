-- Keys that outgoing mail is signed with.

CREATE TABLE "dkim_key" (
    "id" SERIAL NOT NULL,
    "domain" TEXT NOT NULL,
    "selector" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "dkim_key_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "dkim_key_domain_selector_key" ON "dkim_key"("domain", "selector");

-- One key that signs, and one that is to follow it.
CREATE UNIQUE INDEX "dkim_key_in_use_partial" ON "dkim_key" ("domain", "status") WHERE "status" IN ('active', 'next');
