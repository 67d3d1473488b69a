import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows, type SqlTx, type Tx } from '@mailroom/database';
import { MAX_WALLET_SESSIONS } from './wallet-session.repository.js';

export type NewSiweChallenge = {
  readonly nonce: string;
  /** It is in lower case. */
  readonly address: string;
  readonly network: string;
  /** The text before the time of issue, and that before the time of expiry, which ends it. */
  readonly head: string;
  readonly between: string;
  readonly seconds: number;
};

export type IssuedSiweChallenge = { readonly message: string; readonly expiresAt: Date };

/** A challenge, and the wallet that it is for, where that has signed in before. */
export type SiweChallenge = {
  readonly address: string;
  readonly message: string;
  readonly state: 'open' | 'used' | 'expired';
  readonly tenantId: string | null;
  /** How many sessions of the wallet are in force, as far as `MAX_WALLET_SESSIONS`. */
  readonly sessions: number;
};

/** How many challenges a client network may have open, and how many it gets in any hour; 0 is no limit. */
export type ChallengeLimits = { readonly openPerNetwork: number; readonly perNetworkHour: number };

/** Limits look back an hour. */
export const CHALLENGE_RETENTION_SECONDS = 3_600;

export const pastChallenges: ExpiringRows = { table: 'siwe_challenge', key: 'nonce', since: 'expires_at' };

const hold = statement('siwe-hold-network', "select pg_advisory_xact_lock(hashtextextended('siwe ' || $1, 0))");

/** There is room from the moment on at which the challenge that would be the first to count too many no longer counts. */
const secondsUntilRoom = statement(
  'siwe-seconds-until-room',
  `select greatest(0, ceil(extract(epoch from max(until) - clock_timestamp())))::int as seconds
   from (
     (select expires_at as until from siwe_challenge
      where network = $1 and $2::int > 0 and used_at is null and created_at > now() - interval '1 hour'
      order by created_at desc offset greatest($2::int - 1, 0) limit 1)
     union all
     (select created_at + interval '1 hour' from siwe_challenge where network = $1 and $3::int > 0
      order by created_at desc offset greatest($3::int - 1, 0) limit 1)) as n`,
);

const at = (instant: string) => `to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The text says the times by which it is judged: those of the database's clock, to a millisecond. */
const insert = statement(
  'siwe-insert',
  `insert into siwe_challenge (nonce, address, network, message, created_at, expires_at)
   select $1, $2, $3, $4::text || ${at('t.now')} || $5::text || ${at('t.until')}, t.now, t.until
   from (select n as now, n + make_interval(secs => $6::int) as until
         from (select date_trunc('milliseconds', clock_timestamp()) as n) m) t
   returning message, expires_at as "expiresAt"`,
);

const find = statement(
  'siwe-find',
  `select c.address, c.message, w.tenant_id as "tenantId",
     case when c.used_at is not null then 'used' when c.expires_at <= now() then 'expired' else 'open' end as state,
     (select count(*) from (select from wallet_session s
       where s.address = c.address and s.expires_at > now() and s.ended_at is null limit ${MAX_WALLET_SESSIONS}) n)::int
       as sessions
   from siwe_challenge c left join wallet w on w.address = c.address where c.nonce = $1`,
);

const countOpen = statement(
  'siwe-count-open',
  'select count(*)::int as open from (select from siwe_challenge where expires_at > now() and used_at is null limit $1) n',
);

/** The challenges that wallets are to sign. */
@Injectable()
export class SiweChallengeRepository {
  constructor(private readonly database: Database) {}

  /** Issues a challenge, or says for how many seconds the client's network has no room for one. */
  async insert(
    challenge: NewSiweChallenge,
    { openPerNetwork, perNetworkHour }: ChallengeLimits,
  ): Promise<IssuedSiweChallenge | number> {
    if (openPerNetwork === 0 && perNetworkHour === 0) return this.#insert(this.database, challenge);
    return this.database.sqlTransaction(async (tx) => {
      const { network } = challenge;
      await tx.query(hold, [network]);
      const [row] = await tx.query<{ seconds: number }>(secondsUntilRoom, [network, openPerNetwork, perNetworkHour]);
      return row && row.seconds > 0 ? row.seconds : this.#insert(tx, challenge);
    });
  }

  async find(nonce: string): Promise<SiweChallenge | null> {
    const [found] = await this.database.query<SiweChallenge>(find, [nonce]);
    return found ?? null;
  }

  /** Uses the challenge up, if it is open still; of several at once, one does. */
  async use(tx: Tx, nonce: string): Promise<boolean> {
    const used = await tx.$executeRaw`
      update siwe_challenge set used_at = now() where nonce = ${nonce} and used_at is null and expires_at > now()`;
    return used === 1;
  }

  /** How many are open in all, as far as `limit`. */
  async countOpen(limit: number): Promise<number> {
    const [row] = await this.database.query<{ open: number }>(countOpen, [limit]);
    return row?.open ?? 0;
  }

  async #insert(by: Pick<SqlTx, 'query'>, challenge: NewSiweChallenge): Promise<IssuedSiweChallenge> {
    const { nonce, address, network, head, between, seconds } = challenge;
    const values = [nonce, address, network, head, between, seconds];
    const [issued] = await by.query<IssuedSiweChallenge>(insert, values);
    if (!issued) throw new Error('The challenge was inserted and is not there.');
    return issued;
  }
}
