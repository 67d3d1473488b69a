import { Injectable } from '@nestjs/common';
import { allUnseen, anyUnseen, Claims, Database, statement, unseen } from '@mailroom/database';
import type { Event } from '@mailroom/events';
import { safeText } from '@mailroom/observability';
import type { ConsumerLag } from './event-bus.js';

export type Delivery = { readonly event: Event; readonly attempt: number };

/** A consumer in the publishing process that has room for everything that is published. */
export type Taker = { readonly name: string; readonly ackWaitSeconds: number };

export type Taken = { readonly consumer: string; readonly eventId: string };

export type PoisonedEvent = {
  readonly consumer: string;
  readonly eventId: string;
  readonly type: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly poisonedAt: Date;
};

type DeliveryPlace = { readonly id: string };
type DeliveryRow = {
  event_id: string;
  type: string;
  payload: object;
  occurred_at: Date;
  attempts: number;
  traceparent: string | null;
};

// What a crash undoes here is repeated (the outbox row is unsent, the delivery is due), so no commit waits for the
// disk.
const unsynced = `unsynced as materialized (select set_config('synchronous_commit', 'off', true))`;

const registerConsumer = statement(
  'bus-register-consumer',
  `insert into bus_consumer (name, types) values ($1, $2)
   on conflict (name) do update set types = excluded.types where bus_consumer.types <> excluded.types`,
);

/** Where a consumer hears that something waits for it. */
export const busChannel = (consumer: string) => `bus:${consumer}`;

/**
 * One row per consumer and event; the same statement claims the rows of the consumers in $5, and tells each of the others
 * alone: whoever is told looks.
 */
const publishEvents = statement(
  'bus-publish',
  `with ${unsynced}, event as (
     select * from unnest(${unseen('$1::uuid[]')}, $2::text[], $3::jsonb[], $4::timestamptz[], $7::text[])
       as e (id, type, payload, occurred_at, traceparent)),
   taker as (select * from unnest(${unseen('$5::text[]')}, $6::int[]) as t (name, ack_wait_seconds)),
   stored as (
     insert into bus_delivery (consumer, event_id, type, payload, occurred_at, traceparent, attempts, due_at)
     select c.name, e.id, e.type, e.payload, e.occurred_at, e.traceparent, case when t.name is null then 0 else 1 end,
       now() + make_interval(secs => coalesce(t.ack_wait_seconds, 0))
     from event e join bus_consumer c on e.type = any (c.types) left join taker t on t.name = c.name, unsynced
     on conflict do nothing
     returning consumer, event_id, attempts, case when attempts = 0 then pg_notify('bus:' || consumer, '') end)
   select consumer, event_id as "eventId" from stored where attempts > 0`,
);

/**
 * Takes due deliveries: SKIP LOCKED lets replicas share them, and `due_at` hides them until the acknowledgement is
 * overdue. The planner sees neither the limit nor how many ids there are, so it makes one plan for all of them, and looks
 * each row up.
 */
const claimFrom = (due: string) => `with ${unsynced}, due as (
     ${due} for update skip locked)
   update bus_delivery d set attempts = d.attempts + 1, due_at = now() + make_interval(secs => $3)
   from unsynced where d.consumer = $1 and d.event_id = any (array(select event_id from due))
   returning d.event_id, d.type, d.payload, d.occurred_at, d.attempts, d.traceparent`;
const isDue = `consumer = $1 and poisoned_at is null and due_at <= now()`;
const dueWithout = (passed: string) =>
  `select event_id from bus_delivery where ${isDue} and event_id <> ${allUnseen(`${passed}::uuid[]`)}
     order by due_at limit ${unseen('$2::bigint')}`;

const claimDeliveries = statement('bus-claim', claimFrom(dueWithout('$4')));
const claimThese = statement(
  'bus-claim-these',
  claimFrom(`select event_id from bus_delivery where ${isDue} and event_id = ${anyUnseen('$2::uuid[]')}`),
);
const lookForDue = statement('bus-due', `select event_id as id from (${dueWithout('$3')}) due`);

const acknowledge = statement(
  'bus-acknowledge',
  `with ${unsynced} delete from bus_delivery using unsynced
   where consumer = $1 and event_id = ${anyUnseen('$2::uuid[]')}`,
);

const postpone = statement(
  'bus-postpone',
  `update bus_delivery set due_at = now() + make_interval(secs => $3), last_error = $4,
     poisoned_at = case when $5 then now() end
   where consumer = $1 and event_id = $2`,
);

const giveBack = statement(
  'bus-give-back',
  `update bus_delivery set due_at = now() + interval '1 second', attempts = attempts - 1
   where consumer = $1 and event_id = any ($2::uuid[])`,
);

const takeOver = statement(
  'bus-take-over',
  `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, last_error) values ($1, $2, $3, $4, $5, $6)
   on conflict do nothing`,
);

const setAside = statement(
  'bus-set-aside',
  `insert into bus_delivery (consumer, event_id, type, payload, occurred_at, attempts, last_error, traceparent, poisoned_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now())
   on conflict (consumer, event_id) do update
     set attempts = excluded.attempts, last_error = excluded.last_error, poisoned_at = excluded.poisoned_at`,
);

const listPoisoned = statement(
  'bus-list-poisoned',
  `select consumer, event_id as "eventId", type, attempts, coalesce(last_error, '') as "lastError",
     poisoned_at as "poisonedAt"
   from bus_delivery where poisoned_at is not null order by poisoned_at desc limit $1`,
);

/** Each consumer's pending events by type; at most $1 of one consumer are counted. */
const countPending = statement(
  'bus-count-pending',
  `select c.name as consumer, t.type, count(d.type)::int as pending
   from bus_consumer c cross join lateral unnest(c.types) as t (type) left join lateral (
     select type from bus_delivery where consumer = c.name and poisoned_at is null order by due_at limit $1) d
     on d.type = t.type
   group by c.name, t.type order by c.name, t.type`,
);

const countPoisoned = statement(
  'bus-count-poisoned',
  `select c.name as consumer, p.poisoned from bus_consumer c cross join lateral (
     select count(*)::int as poisoned from (
       select from bus_delivery where consumer = c.name and poisoned_at is not null limit $1) d) p
   order by c.name`,
);

const redrivePoisoned = statement(
  'bus-redrive',
  `with redriven as (
     update bus_delivery set poisoned_at = null, attempts = 0, due_at = now()
     where poisoned_at is not null and ($1::uuid is null or event_id = $1) returning 1)
   select count(*) as redriven, pg_notify('bus', '') is null from redriven`,
);

/**
 * The Postgres adapter's queue: one row for each event that a consumer still has to acknowledge. Where there is a
 * broker it holds only events that were set aside, and delivers them when they are redriven.
 */
@Injectable()
export class BusDeliveryRepository {
  readonly #claims = new Map<string, Claims<DeliveryPlace>>();

  constructor(private readonly database: Database) {}

  async registerConsumer(name: string, types: readonly string[]): Promise<void> {
    await this.database.query(registerConsumer, [name, types]);
  }

  /** Stores events for their consumers; returns those that the `takers` got, which they handle now. */
  async publish(events: readonly Event[], takers: readonly Taker[]): Promise<Taken[]> {
    return this.database.query<Taken>(publishEvents, [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ payload }) => JSON.stringify(payload)),
      events.map(({ occurredAt }) => occurredAt),
      takers.map(({ name }) => name),
      takers.map(({ ackWaitSeconds }) => ackWaitSeconds),
      events.map(({ traceparent }) => traceparent ?? null),
    ]);
  }

  /** @param onError is told of events that can't be taken */
  async claim(
    consumer: string,
    limit: number,
    ackWaitSeconds: number,
    onError: (error: unknown) => void,
  ): Promise<Delivery[]> {
    const { database } = this;
    const claims = this.#claimsOf(consumer);
    const passed = claims.passed();
    const together = [consumer, limit, ackWaitSeconds, passed];
    const rows = await claims.rows(() => database.tryQuery<DeliveryRow>(claimDeliveries, together), {
      look: () => database.tryQuery<DeliveryPlace>(lookForDue, [consumer, limit, passed]),
      claim: (some) => {
        const values = [consumer, some.map(({ id }) => id), ackWaitSeconds];
        return database.tryQuery<DeliveryRow>(claimThese, values);
      },
      onError,
    });
    return rows.map((row) => ({
      event: {
        id: row.event_id,
        type: row.type,
        occurredAt: row.occurred_at.toISOString(),
        payload: row.payload as Record<string, unknown>,
        ...(row.traceparent !== null && { traceparent: row.traceparent }),
      },
      attempt: row.attempts,
    }));
  }

  /** One event is a row for each of its consumers. */
  #claimsOf(consumer: string): Claims<DeliveryPlace> {
    const known = this.#claims.get(consumer);
    if (known) return known;
    const claims = new Claims<DeliveryPlace>(
      ({ id }) => `Event ${id} could not be taken for the consumer ${consumer}.`,
    );
    this.#claims.set(consumer, claims);
    return claims;
  }

  async acknowledge(consumer: string, eventIds: readonly string[]): Promise<void> {
    await this.database.query(acknowledge, [consumer, eventIds]);
  }

  /** Delivers again after `delaySeconds`, or sets the event aside. */
  async postpone(
    consumer: string,
    eventId: string,
    outcome: { delaySeconds: number; error: string; poisoned: boolean },
  ): Promise<void> {
    const error = safeText(outcome.error);
    await this.database.query(postpone, [consumer, eventId, outcome.delaySeconds, error, outcome.poisoned]);
  }

  /** Delivers again, a second later, what was claimed and not tried. */
  async giveBack(consumer: string, eventIds: readonly string[]): Promise<void> {
    await this.database.query(giveBack, [consumer, eventIds]);
  }

  /** Takes over an event that another queue held, and counts its deliveries from the start. */
  async takeOver(consumer: string, event: Event, error: string): Promise<void> {
    const { id, type, payload, occurredAt } = event;
    await this.database.query(takeOver, [consumer, id, type, JSON.stringify(payload), occurredAt, error]);
  }

  /** Sets an event aside that another queue held until now. */
  async setAside(consumer: string, { event, attempt }: Delivery, error: string): Promise<void> {
    const { id, type, payload, occurredAt, traceparent = null } = event;
    const [stored, reason] = [JSON.stringify(payload), safeText(error)];
    await this.database.query(setAside, [consumer, id, type, stored, occurredAt, attempt, reason, traceparent]);
  }

  /** Events set aside, newest first. */
  async poisoned(limit = 100): Promise<PoisonedEvent[]> {
    return this.database.query<PoisonedEvent>(listPoisoned, [limit]);
  }

  /** Pending events of every consumer and type; at most `limit` of a consumer are counted. */
  async countPending(limit: number): Promise<ConsumerLag[]> {
    return this.database.query<ConsumerLag>(countPending, [limit]);
  }

  /** Poisoned events of every consumer. */
  async countPoisoned(limit: number): Promise<{ consumer: string; poisoned: number }[]> {
    return this.database.query<{ consumer: string; poisoned: number }>(countPoisoned, [limit]);
  }

  /** Delivers set-aside events again, one or all; returns how many. */
  async redrive(eventId: string | null = null): Promise<number> {
    const [row] = await this.database.query<{ redriven: number }>(redrivePoisoned, [eventId]);
    return row?.redriven ?? 0;
  }
}
