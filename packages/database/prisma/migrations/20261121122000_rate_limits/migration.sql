-- What is left of each token's quota. Unlogged: after a crash every bucket is full again, which harms nobody.

CREATE UNLOGGED TABLE "rate_limit_bucket" (
    "token_id" INTEGER NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "granted" INTEGER NOT NULL,
    "refilled_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "rate_limit_bucket_pkey" PRIMARY KEY ("token_id")
);
ALTER TABLE "rate_limit_bucket" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);
