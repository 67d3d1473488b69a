import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';

/** An installation has one bus; its streams are `mailroom_1`, `mailroom_2` and so on. */
export const STREAM_NAME = 'mailroom';

export type KnownConsumer = {
  readonly name: string;
  readonly types: readonly string[];
  readonly ackWaitSeconds: number;
  /** True if it may not have been declared to the broker yet. */
  readonly isNew: boolean;
};

/** What Postgres knows about the broker's storage. */
export type KnownStream = {
  /** 0 when there was none yet. */
  readonly generation: number;
  readonly created: string | null;
  readonly lastSequence: number;
  readonly isReplaying: boolean;
  readonly consumers: readonly KnownConsumer[];
  /** The database's clock. */
  readonly readAt: Date;
};

// A consumer that is registered here but not yet declared to the broker may be missing there.
const consumerList = `coalesce((select jsonb_agg(jsonb_build_object('name', c.name, 'types', c.types,
  'ackWaitSeconds', c.ack_wait_seconds, 'isNew', c.created_at > now() - interval '60 seconds') order by c.name) from bus_consumer c), '[]')`;

const addStream = statement('bus-stream-add', 'insert into bus_stream (name) values ($1) on conflict do nothing');

const readStream = statement(
  'bus-stream-read',
  `select generation, created, last_sequence as "lastSequence", replay_from is not null as "isReplaying",
     ${consumerList} as consumers, now() as "readAt"
   from bus_stream where name = $1`,
);

/** The lock keeps a generation from beginning without this consumer: see `begin`. */
const registerConsumer = statement(
  'bus-stream-register',
  `with held as materialized (select 1 from bus_stream where name = $3 for share)
   insert into bus_consumer (name, types, ack_wait_seconds) select $1, $2::text[], $4 from held
   on conflict (name) do update
     set types = excluded.types, ack_wait_seconds = excluded.ack_wait_seconds, created_at = now()
     where (bus_consumer.types, bus_consumer.ack_wait_seconds) <> (excluded.types, excluded.ack_wait_seconds)`,
);

const recordStream = statement(
  'bus-stream-record',
  `update bus_stream set last_sequence = greatest(last_sequence, $3),
     settled_before = case when replay_from is null then greatest(settled_before, $4) else settled_before end
   where name = $1 and generation = $2`,
);

const settledBefore = statement(
  'bus-stream-settled',
  `select least(coalesce(settled_before, 'epoch'), replay_from) as "settledBefore" from bus_stream where name = $1`,
);

const replaySome = statement(
  'bus-stream-replay',
  `with lost as (
     select o.id from outbox_event o join bus_stream s on s.name = $1
     where o.sent_at >= s.replay_from and o.sent_at < s.replay_until limit $2 for update of o)
   update outbox_event o set sent_at = null, due_at = now() from lost where o.id = lost.id
   returning pg_notify('outbox', '')`,
);

/** Rows that another process is about to mark as unsent still count here, until it has committed. */
const endReplay = statement(
  'bus-stream-end-replay',
  `update bus_stream s set replay_from = null, replay_until = null
   where name = $1 and generation = $2 and replay_from is not null and not exists (
     select 1 from outbox_event o where o.sent_at >= s.replay_from and o.sent_at < s.replay_until)`,
);

const isReplaying = statement(
  'bus-stream-is-replaying',
  'select 1 from bus_stream where name = $1 and generation = $2 and replay_from is not null',
);

class ConsumersChangedError extends Error {}

/** The record of the broker's storage. It lets us notice a loss and send again what was lost. */
@Injectable()
export class BusStreamRepository {
  constructor(private readonly database: Database) {}

  async read(): Promise<KnownStream> {
    const [known] = await this.database.query<KnownStream>(readStream, [STREAM_NAME]);
    if (known) return known;
    await this.database.query(addStream, [STREAM_NAME]);
    return this.read();
  }

  async registerConsumer(name: string, types: readonly string[], ackWaitSeconds: number): Promise<void> {
    await this.read();
    await this.database.query(registerConsumer, [name, types, STREAM_NAME, ackWaitSeconds]);
  }

  /** Everything sent before `settledBefore` was acknowledged by every consumer when `lastSequence` was read. */
  async record(generation: number, lastSequence: number, settledBefore: Date): Promise<void> {
    await this.database.query(recordStream, [STREAM_NAME, generation, lastSequence, settledBefore]);
  }

  async settledBefore(): Promise<Date> {
    const [row] = await this.database.query<{ settledBefore: Date }>(settledBefore, [STREAM_NAME]);
    return row?.settledBefore ?? new Date(0);
  }

  /**
   * Makes the stream of the next generation, which the broker already has, the one to publish to; events that went to
   * earlier ones and may not have been seen will be sent again. Returns false if another process was faster, or if the
   * consumers are not the ones that were declared.
   */
  async begin({ generation, consumers }: KnownStream, created: string): Promise<boolean> {
    const declared = identityOf(consumers);
    const bump = this.database.transaction(async (tx) => {
      const bumped = await tx.$executeRaw`
        update bus_stream set generation = generation + 1, created = ${created}, last_sequence = 0,
          replay_from = least(replay_from, coalesce(settled_before, 'epoch'))
        where name = ${STREAM_NAME} and generation = ${generation}`;
      if (bumped === 0) return false;
      // From here on nobody can register a consumer or mark events as sent to the old stream.
      const registered = await tx.$queryRaw<KnownConsumer[]>`select name, types from bus_consumer order by name`;
      if (identityOf(registered) !== declared) throw new ConsumersChangedError();
      await tx.$executeRaw`update bus_stream set replay_until = clock_timestamp() where name = ${STREAM_NAME}`;
      return true;
    });
    return bump.catch((error: unknown) => {
      if (error instanceof ConsumersChangedError) return false;
      throw error;
    });
  }

  /** Marks some of the events to send again; tells whether there are more. */
  async replay(generation: number, limit: number): Promise<boolean> {
    await this.database.query(replaySome, [STREAM_NAME, limit]);
    await this.database.query(endReplay, [STREAM_NAME, generation]);
    return (await this.database.query(isReplaying, [STREAM_NAME, generation])).length === 1;
  }
}

function identityOf(consumers: readonly Pick<KnownConsumer, 'name' | 'types'>[]): string {
  const pairs = consumers.map(({ name, types }): [string, readonly string[]] => [name, types]);
  return JSON.stringify(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}
