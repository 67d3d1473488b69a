-- What Postgres knows of the broker's storage, so that a wiped one is noticed and events are replayed.
CREATE TABLE "bus_stream" (
    "name" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "created" TEXT,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "settled_before" TIMESTAMPTZ(6),
    "replay_from" TIMESTAMPTZ(6),
    "replay_until" TIMESTAMPTZ(6),

    CONSTRAINT "bus_stream_pkey" PRIMARY KEY ("name")
);

-- So that any process can declare every consumer to a new stream.
ALTER TABLE "bus_consumer" ADD COLUMN "ack_wait_seconds" INTEGER NOT NULL DEFAULT 30;
