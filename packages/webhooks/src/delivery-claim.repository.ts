import { Injectable } from '@nestjs/common';
import type { Shares } from '@mailroom/concurrency';
import { allUnseen, Claims, Database, isOfBatch, statement, type Statement } from '@mailroom/database';
import {
  deliveryColumns,
  LEASE_SECONDS,
  roomOfEndpoint,
  roomOfTenant,
  roomsOfEndpoints,
  valuesOf,
  type WebhookDelivery,
} from './delivery.repository.js';
import type { Rooms } from './endpoint-windows.js';

/** A claim looks at so many of the deliveries that have been due for longest. */
const LOOKED_AT = 256;
/** Where there was room for none of those, it goes from endpoint to endpoint, to so many at once. */
const ENDPOINTS_AT_ONCE = 500;

/** How far claims got that go from endpoint to endpoint: to which one, and whether one of them left something behind. */
export type Walk = { readonly after: number; readonly isCut: boolean };
export const WALK_START: Walk = { after: 0, isCut: false };

export type Claim = {
  readonly due: readonly WebhookDelivery[];
  /** Whether nothing else of an endpoint is due for which there is room. */
  readonly isAllOf: (webhookId: number) => boolean;
  /** Where the next claim goes on; null where nothing else is due for which there is room. */
  readonly goOn: Walk | null;
};

/** $7 are those that a claim passes over. */
const isDue = `status = 'pending' and next_attempt_at <= now() and id <> ${allUnseen('$7::bigint[]')}`;

/** Endpoints of which neither they nor their tenants are known to be full. */
const withRoom = `(
  select id as endpoint_id, tenant_id from webhook
  where status = 0
    and id <> all (array(select id from unnest($2::int[], $3::int[]) as known (id, room) where room = 0))
    and tenant_id <> all (array(select id from unnest($4::text[], $5::int[]) as known (id, room) where room = 0)))`;

/**
 * The CTE `placed`: due deliveries out of the CTE `candidate`, locked, the longest due first; `now` are those for which there
 * is room at their endpoint ($2 and $3) and for their tenant ($4 to $6), so that none delays the others.
 */
const placedFrom = (candidates: string) => `with ${candidates},
   due as (
     select id, mailbox_id, webhook_id, tenant_id, next_attempt_at
     from webhook_delivery d, ${withRoom} w
     where endpoint_id = webhook_id and ${isOfBatch('candidate', 'id, mailbox_id')} and ${isDue}
     order by next_attempt_at limit $1 for update of d skip locked),
   ${roomsOfEndpoints(2, 'due')},
   placed as (
     select id, mailbox_id, row_number() over (partition by webhook_id order by next_attempt_at, id) <= ${roomOfEndpoint}
       and row_number() over (partition by tenant_id order by next_attempt_at, id) <= ${roomOfTenant(4)} as now
     from due)`;

/** Each row says how many were `found` that are due where there was room, and what the CTE `looked` says; one row says it where there is no other. */
const withLooked = (rows: string, condition: string) =>
  `select ${rows}, looked.*, (select count(*)::int from due) as found from looked left join ${condition}`;

/** Claims them. If a process dies, its deliveries are due again when their leases end. */
const claimFrom = (candidates: string) => `${placedFrom(candidates)},
   claimed as (
     update webhook_delivery d set attempts = d.attempts + 1, lease_expires_at = now() + make_interval(secs => ${LEASE_SECONDS}),
       next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
     from placed, webhook w
     where d.id = placed.id and d.mailbox_id = placed.mailbox_id and placed.now and w.id = d.webhook_id
     returning ${deliveryColumns})
   ${withLooked('claimed.*', 'claimed on true')}`;

const lookFrom = (candidates: string) =>
  `${placedFrom(candidates)} ${withLooked('placed.id, placed.mailbox_id as "mailboxId"', 'placed on placed.now')}`;

/** How candidates are found: the statement that claims them, and the one that only looks, where the first fails. */
type Search = { readonly claim: Statement; readonly look: Statement };
const search = (name: string, candidates: string): Search => ({
  claim: statement(name, claimFrom(candidates)),
  look: statement(`${name}-look`, lookFrom(candidates)),
});

const amongOldest = search(
  'webhook-claim',
  `candidate as materialized (
     select ctid, id, mailbox_id from webhook_delivery where ${isDue} order by next_attempt_at limit ${LOOKED_AT}),
   looked as (select count(*) = ${LOOKED_AT} as more, 0 as last from candidate)`,
);

/**
 * The same for the endpoints after $8: one look at the index for each that something waits for, however much that is. Only
 * the $1 of them whose deliveries have been due for longest can be among those with the $1 oldest.
 */
const byEndpoint = search(
  'webhook-claim-by-endpoint',
  `waiting as materialized (
     with recursive e (id, place) as (
       (select webhook_id, 1 from webhook_delivery where status = 'pending' and webhook_id > $8::int
        order by webhook_id, next_attempt_at limit 1)
       union all
       select (select webhook_id from webhook_delivery where status = 'pending' and webhook_id > e.id
         order by webhook_id, next_attempt_at limit 1), place + 1
       from e where e.id is not null and place < ${ENDPOINTS_AT_ONCE})
     select id from e where id is not null),
   oldest as (
     select first.* from waiting join ${withRoom} w on endpoint_id = waiting.id cross join lateral (
       select webhook_id, next_attempt_at from webhook_delivery where webhook_id = waiting.id and ${isDue}
       order by webhook_id, next_attempt_at limit 1) first
     order by first.next_attempt_at limit $1),
   candidate as materialized (
     select d.* from oldest cross join lateral (
       select ctid, id, mailbox_id, next_attempt_at from webhook_delivery where webhook_id = oldest.webhook_id and ${isDue}
       order by webhook_id, next_attempt_at limit $1) d
     order by d.next_attempt_at limit ${LOOKED_AT}),
   looked as (select count(*) = ${ENDPOINTS_AT_ONCE} as more, coalesce(max(id), 0) as last from waiting)`,
);

/** Claims those of the deliveries $8 of the mailboxes $9 that are still due. */
const claimThese = statement(
  'webhook-claim-these',
  claimFrom(
    `candidate as materialized (
       select d.ctid, d.id, d.mailbox_id from unnest($8::bigint[], $9::int[]) as place (id, mailbox_id)
       join webhook_delivery d on d.id = place.id and d.mailbox_id = place.mailbox_id),
     looked as (select false as more, 0 as last)`,
  ),
);

type Place = { readonly id: number; readonly mailboxId: number };
type Looked<Row> = {
  readonly due: readonly Row[];
  readonly found: number;
  readonly more: boolean;
  readonly last: number;
};

/** Deliveries that are due, for the dispatcher that makes the next attempt. */
@Injectable()
export class DeliveryClaimRepository {
  readonly #claims = new Claims<Place>(({ id }) => `Delivery ${id} could not be claimed.`);

  constructor(private readonly database: Database) {}

  /**
   * It costs about the same whatever is due for endpoints that are full. Their deliveries may be all that has been due for
   * longest: then it goes from endpoint to endpoint, from where the claim before this one stopped.
   *
   * @param onError is told of deliveries that can't be claimed
   */
  async claim(
    limit: number,
    { webhookIds, rooms }: Rooms,
    shares: Shares,
    walk: Walk,
    onError: (error: unknown) => void,
  ): Promise<Claim> {
    const values = [limit, webhookIds, rooms, ...valuesOf(shares), this.#claims.passed()];
    const oldest = await this.#claim(amongOldest, values, [], onError);
    if (!oldest.more) return { due: oldest.due, isAllOf: () => oldest.found < limit, goOn: null };
    if (oldest.found > 0) return { due: oldest.due, isAllOf: () => false, goOn: walk };
    const { due, found, more, last } = await this.#claim(byEndpoint, values, [walk.after], onError);
    const isAllOf = (webhookId: number) => found < limit && webhookId > walk.after && (!more || webhookId <= last);
    const isCut = walk.isCut || found === limit;
    const next = more ? { after: last, isCut } : WALK_START;
    return { due, isAllOf, goOn: more || isCut ? next : null };
  }

  /** @param from where the search begins */
  #claim(
    { claim, look }: Search,
    values: readonly unknown[],
    from: readonly unknown[],
    onError: (error: unknown) => void,
  ): Promise<Looked<WebhookDelivery>> {
    const these = async (some: readonly Place[]) => {
      const places = [some.map(({ id }) => id), some.map(({ mailboxId }) => mailboxId)];
      return (await this.#rows<WebhookDelivery>(claimThese, [...values, ...places])).due;
    };
    return this.#claims.run(() => this.#rows<WebhookDelivery>(claim, [...values, ...from]), {
      look: () => this.#rows<Place>(look, [...values, ...from]),
      claim: these,
      onError,
    });
  }

  async #rows<Row extends { readonly id: number }>(from: Statement, values: readonly unknown[]): Promise<Looked<Row>> {
    type Found = Omit<Looked<Row>, 'due'> & (Row | { readonly id: null });
    const rows = await this.database.tryQuery<Found>(from, values);
    const [{ found, more, last } = { found: 0, more: false, last: 0 }] = rows;
    return { due: rows.filter((row) => row.id !== null) as (Found & Row)[], found, more, last };
  }
}
