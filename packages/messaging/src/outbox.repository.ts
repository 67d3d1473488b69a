import { Injectable } from '@nestjs/common';
import { allUnseen, anyUnseen, Claims, Database, isOfBatch, statement, upkeepStatement } from '@mailroom/database';
import { uuidv7Floor } from '@mailroom/ids';
import type { Event } from '@mailroom/events';
import { STREAM_NAME } from './jetstream/bus-stream.repository.js';

/** Seconds for which the relay leaves an event to the process that committed it. */
export const HAND_OVER_SECONDS = 5;

type OutboxRow = {
  id: string;
  type: string;
  payload: Record<string, unknown>;
  created_at: Date;
  traceparent: string | null;
};

/**
 * Takes unsent events that are due, in the order in which they fell due. `due_at` moves ahead, so that another relay
 * leaves them alone and a crash before the mark repeats them.
 */
const claimFrom = (
  due: string,
) => `with unsynced as materialized (select set_config('synchronous_commit', 'off', true)), due as (
     ${due} for update skip locked)
   update outbox_event o set due_at = now() + make_interval(secs => $2)
   from due, unsynced where o.id = due.id
   returning o.id, o.type, o.payload, o.created_at, o.traceparent`;
const isDue = `sent_at is null and due_at <= now()`;
const unsentWithout = (limit: string, passed: string) =>
  `select id from outbox_event where ${isDue} and id <> ${allUnseen(`${passed}::uuid[]`)} order by due_at limit ${limit}`;

const claimUnsent = statement('outbox-claim', claimFrom(unsentWithout('$1', '$3')));
const claimThese = statement(
  'outbox-claim-these',
  claimFrom(`select id from outbox_event where ${isDue} and id = ${anyUnseen('$1::uuid[]')}`),
);
const lookForUnsent = statement('outbox-due', unsentWithout('$1::bigint', '$2'));

const markSent = statement(
  'outbox-mark-sent',
  `with unsynced as materialized (select set_config('synchronous_commit', 'off', true))
   update outbox_event set sent_at = now() from unsynced where id = ${anyUnseen('$1::uuid[]')}`,
);

/**
 * Because of the lock on the stream's row, a mark comes either before the storage is found to be gone, and is then
 * taken back with the others, or after it, when the generation is a different one and nothing is marked.
 */
const markSentTo = statement(
  'outbox-mark-sent-to',
  `with unsynced as materialized (select set_config('synchronous_commit', 'off', true)), held as materialized (
     select 1 from bus_stream, unsynced where name = $3 and generation = $2 for share of bus_stream)
   update outbox_event set sent_at = now() from held where id = ${anyUnseen('$1::uuid[]')}`,
);

const putOff = statement(
  'outbox-put-off',
  `update outbox_event set due_at = now() + make_interval(secs => $2) where id = any ($1::uuid[]) and sent_at is null`,
);

/** A try puts `due_at` off, so it says nothing of how late an event is. */
const countUnsent = statement(
  'outbox-count',
  `select count(*)::int as count,
     coalesce(greatest(0, extract(epoch from now() - min(created_at)) - ${HAND_OVER_SECONDS}), 0)::float8 as "lateSeconds"
   from (select created_at from outbox_event where sent_at is null order by due_at limit $1) unsent`,
);

// The ids are in time order, so the oldest are at the start of the primary key.
const trimSent = upkeepStatement(
  'outbox-trim',
  `with due as materialized (
     select ctid, id from outbox_event where id < $1 and sent_at < $3 order by id limit $2 offset $4)
   delete from outbox_event where ${isOfBatch('due', 'id')} returning 1`,
);

/** The outbox as the relay sees it. */
@Injectable()
export class OutboxRepository {
  readonly #claims = new Claims<{ readonly id: string }>(({ id }) => `Event ${id} could not be taken from the outbox.`);

  constructor(private readonly database: Database) {}

  /** @param onError is told of events that can't be taken */
  async claimUnsent(limit: number, retrySeconds: number, onError: (error: unknown) => void): Promise<Event[]> {
    const { database } = this;
    const passed = this.#claims.passed();
    const rows = await this.#claims.rows(
      () => database.tryQuery<OutboxRow>(claimUnsent, [limit, retrySeconds, passed]),
      {
        look: () => database.tryQuery<{ id: string }>(lookForUnsent, [limit, passed]),
        claim: (some) => database.tryQuery<OutboxRow>(claimThese, [some.map(({ id }) => id), retrySeconds]),
        onError,
      },
    );
    return rows.map(({ id, type, payload, created_at, traceparent }) => ({
      id,
      type,
      payload,
      occurredAt: created_at.toISOString(),
      ...(traceparent !== null && { traceparent }),
    }));
  }

  /** Marks events that the bus has taken, unless the storage that holds them is known to be gone. */
  async markSent(ids: readonly string[], generation: number): Promise<void> {
    if (generation === 0) await this.database.query(markSent, [ids]);
    else await this.database.query(markSentTo, [ids, generation, STREAM_NAME]);
  }

  /** Has these events tried again only in so many seconds. */
  async putOff(ids: readonly string[], seconds: number): Promise<void> {
    await this.database.query(putOff, [ids, seconds]);
  }

  /** How many unsent events there are, up to `limit`, and how late the oldest of them is. */
  async unsent(limit: number): Promise<{ count: number; lateSeconds: number }> {
    const [row] = await this.database.query<{ count: number; lateSeconds: number }>(countUnsent, [limit]);
    return row ?? { count: 0, lateSeconds: 0 };
  }

  /** Deletes at most `limit` older events that were sent before `settledBefore`, behind the first `offset`; returns how many. */
  async trimSent(olderThanSeconds: number, settledBefore: Date, limit: number, offset: number): Promise<number> {
    const floor = uuidv7Floor(Date.now() - olderThanSeconds * 1_000);
    return (await this.database.query(trimSent, [floor, limit, settledBefore, offset])).length;
  }
}
