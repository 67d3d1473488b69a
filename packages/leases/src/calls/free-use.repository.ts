import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows } from '@mailroom/database';
import { coolingTenant, tenantStanding } from '@mailroom/identity';
import type { CallKind } from './free-limits.js';

type Queries = Pick<Database, 'query'>;

/** What a tenant that pays for itself has made use of. */
export type FreeUse = { readonly metered: boolean; readonly used: number };

/** Uses that are older than any window. */
export const forgottenUses: ExpiringRows = { table: 'free_use', key: 'subject, kind', since: 'used_at' };
export const FREE_USE_SECONDS = 2 * 86_400;

/** The messages that a tenant without a wallet sends in its first day. */
export const COOLDOWN_MESSAGES = 10;

/** Instants that count: all of them where there is no window. */
const counting = (instants: string, window: string) =>
  `array(select t from unnest(${instants}) t where t > now() - ${window} order by t)`;

const used = statement(
  'free-use-find',
  `select s.metered, coalesce(cardinality(${counting('u.recent', '$4::interval')}), 0) as used
   from (${tenantStanding('$1')}) s left join free_use u on u.subject = $2 and u.kind = $3`,
);

/**
 * Counts a use of a tenant that pays for itself, unless as many count as are free. The row settles every race: who waits
 * for it decides by what those before have written.
 */
const take = statement(
  'free-use-take',
  `with standing as materialized (${tenantStanding('$1')}),
   taken as (
     insert into free_use as u (subject, kind, recent)
     select $2, $3, array[now()] from standing where metered and $5::int > 0
     on conflict (subject, kind) do update set recent = ${counting('u.recent', '$4::interval')} || now(), used_at = now()
       where cardinality(${counting('u.recent', '$4::interval')}) < $5::int
     returning 1)
   select s.metered, exists (select from taken) as taken from standing s`,
);

/** The same for several agents at once; each row says how many of an agent's uses were counted. */
const takeMany = statement(
  'free-use-take-many',
  `with asked as materialized (
     select a.tenant_id, a.subject, a.wanted, t.metered
     from unnest($1::text[], $2::text[], $3::int[]) as a (tenant_id, subject, wanted)
       cross join lateral (${tenantStanding('a.tenant_id')}) t),
   taken as (
     insert into free_use as u (subject, kind, recent)
     select subject, $4, array_fill(now(), array[least(wanted, $6::int)]) from asked where metered order by subject
     on conflict (subject, kind) do update set used_at = now(), recent = ${counting('u.recent', '$5::interval')}
       || array_fill(now(), array[greatest(0, least(cardinality(excluded.recent),
            $6::int - cardinality(${counting('u.recent', '$5::interval')})))])
     returning subject, cardinality(new.recent) - coalesce(cardinality(${counting('old.recent', '$5::interval')}), 0) as taken)
   select a.subject, a.metered, coalesce(t.taken, 0) as taken from asked a left join taken t using (subject)`,
);

/** Lets only one call of its kind go on at a time, for what is counted elsewhere. */
const hold = statement(
  'free-use-hold',
  `with standing as materialized (${tenantStanding('$1')}),
   held as (
     insert into free_use as u (subject, kind) select $1, $2 from standing where metered
     on conflict (subject, kind) do update set used_at = now() returning 1)
   select metered, exists (select from held) as held from standing`,
);

const cool = statement(
  'free-use-cooldown',
  `with cooling as materialized (${coolingTenant('$1')}),
   counted as (
     insert into free_use as u (subject, kind, recent) select id, 'cooldown', array[now()] from cooling
     on conflict (subject, kind) do update set recent = u.recent || now(), used_at = now()
       where cardinality(u.recent) < ${COOLDOWN_MESSAGES}
     returning 1)
   select ceil(extract(epoch from c.until - now()))::int as seconds from cooling c where not exists (select from counted)`,
);

/** Counts what is free up to a limit, for all replicas together. */
@Injectable()
export class FreeUseRepository {
  /** What counts now. */
  async used(on: Queries, tenantId: string, subject: string, kind: CallKind, window: string): Promise<FreeUse> {
    const [found] = await on.query<FreeUse>(used, [tenantId, subject, kind, window]);
    return found ?? { metered: true, used: 0 };
  }

  /** Returns false if the limit is reached; whoever is not metered has none. */
  async take(
    on: Queries,
    { tenantId, subject, kind }: Readonly<{ tenantId: string; subject: string; kind: CallKind }>,
    { window, limit }: Readonly<{ window: string; limit: number }>,
  ): Promise<boolean> {
    const [row] = await on.query<{ metered: boolean; taken: boolean }>(take, [tenantId, subject, kind, window, limit]);
    return row !== undefined && (!row.metered || row.taken);
  }

  /** How many of the uses that each subject asks for are within the limit. */
  async takeMany(
    on: Queries,
    asked: readonly Readonly<{ tenantId: string; subject: string; wanted: number }>[],
    kind: CallKind,
    { window, limit }: Readonly<{ window: string; limit: number }>,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await on.query<{ subject: string; metered: boolean; taken: number }>(takeMany, [
      asked.map(({ tenantId }) => tenantId),
      asked.map(({ subject }) => subject),
      asked.map(({ wanted }) => wanted),
      kind,
      window,
      limit,
    ]);
    return new Map(rows.map(({ subject, metered, taken }) => [subject, metered ? taken : Number.MAX_SAFE_INTEGER]));
  }

  /** Returns whether the tenant is metered. Until the transaction ends no other call of this kind comes in between. */
  async hold(on: Queries, tenantId: string, kind: CallKind): Promise<boolean> {
    const [row] = await on.query<{ metered: boolean }>(hold, [tenantId, kind]);
    return row?.metered ?? true;
  }

  /**
   * Counts a message of a tenant that is new and has no wallet. Returns the seconds until its first day is over if it
   * has sent as many as it may, else null.
   */
  async cool(on: Queries, tenantId: string): Promise<number | null> {
    const [row] = await on.query<{ seconds: number }>(cool, [tenantId]);
    return row?.seconds ?? null;
  }
}
