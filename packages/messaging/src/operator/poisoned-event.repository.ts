import { Injectable } from '@nestjs/common';
import { Database, statement, type Tx } from '@mailroom/database';

/** An event that a consumer could not handle, and that was set aside. */
export type SetAsideEvent = {
  readonly consumer: string;
  readonly eventId: string;
  readonly type: string;
  /** It names things by their ids, and holds nothing of a mail. */
  readonly payload: object;
  readonly attempts: number;
  readonly lastError: string;
  readonly occurredAt: Date;
  readonly poisonedAt: Date;
  /** When it was set aside, to the microsecond: another one each time. */
  readonly version: string;
};

/** Names a place in the list. */
export type SetAsideCursor = { readonly version: string; readonly eventId: string; readonly consumer: string };

type Page = { readonly cursor: SetAsideCursor | undefined; readonly limit: number };

/** The most that is counted for an overview. */
const MAX_WAITING = 1_000;

const version = '(extract(epoch from poisoned_at) * 1000000)::bigint::text';
const columns = `consumer, event_id as "eventId", type, payload, attempts, coalesce(last_error, '') as "lastError",
  occurred_at as "occurredAt", poisoned_at as "poisonedAt", ${version} as version`;

const list = statement(
  'operator-poisoned',
  `select ${columns} from bus_delivery where poisoned_at is not null
     and (poisoned_at, event_id, consumer) < (
       case when $1::text is null then 'infinity'::timestamptz
         else timestamptz 'epoch' + $1::bigint * interval '1 microsecond' end,
       coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), coalesce($3::text, ''))
   order by poisoned_at desc, event_id desc, consumer desc limit $4`,
);

/** The tenant that it concerns, as far as the event says so. */
const tenant = `coalesce(payload ->> 'tenantId', (select m.tenant_id from mailbox m
    where m.id = case when payload ->> 'mailboxId' ~ '^[0-9]{1,9}$' then (payload ->> 'mailboxId')::int end), '')`;
const lock = `select ${columns}, poisoned_at is not null as "isSetAside", ${tenant} as "tenantId" from bus_delivery
  where consumer = $1 and event_id = $2::uuid for update`;
const retry = `with retried as (
    update bus_delivery set poisoned_at = null, attempts = 0, due_at = now()
    where consumer = $1 and event_id = $2::uuid and poisoned_at is not null returning 1)
  select pg_notify('bus', '') is null as told from retried`;
const discard = 'delete from bus_delivery where consumer = $1 and event_id = $2::uuid and poisoned_at is not null';

const waiting = statement(
  'operator-poisoned-waiting',
  `select count(*)::int as count, min(poisoned_at) as since from (
     select poisoned_at from bus_delivery where poisoned_at is not null order by poisoned_at limit ${MAX_WAITING}) p`,
);

export type HeldEvent = SetAsideEvent & { readonly isSetAside: boolean; readonly tenantId: string };

/** Events that were set aside, wherever the bus keeps the others. */
@Injectable()
export class PoisonedEventRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list({ cursor, limit }: Page): Promise<SetAsideEvent[]> {
    const place = [cursor?.version ?? null, cursor?.eventId ?? null, cursor?.consumer ?? null];
    return this.database.query<SetAsideEvent>(list, [...place, limit]);
  }

  /** The event, which nobody else changes before the transaction ends; null once its consumer is done with it. */
  async lock(tx: Tx, consumer: string, eventId: string): Promise<HeldEvent | null> {
    return (await tx.$queryRawUnsafe<HeldEvent[]>(lock, consumer, eventId))[0] ?? null;
  }

  async retry(tx: Tx, consumer: string, eventId: string): Promise<void> {
    await tx.$queryRawUnsafe(retry, consumer, eventId);
  }

  async discard(tx: Tx, consumer: string, eventId: string): Promise<void> {
    await tx.$executeRawUnsafe(discard, consumer, eventId);
  }

  /** How many there are, counted up to 1000, and since when the first of them. */
  async waiting(): Promise<{ readonly count: number; readonly since: Date | null }> {
    const [row] = await this.database.query<{ count: number; since: Date | null }>(waiting);
    return row ?? { count: 0, since: null };
  }
}
