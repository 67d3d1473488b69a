import { Injectable } from '@nestjs/common';
import { Database, days, type ExpiringRows, type SealedColumn, type Tx } from '@mailroom/database';
import type { SignupOptions } from './signup.options.js';
import type { SignupRequest } from './signup-request.js';

/** How long a signup is kept for its key; limits look back an hour. */
export const RECENT_SIGNUP_SECONDS = days(1);

export const recentSignups: ExpiringRows = { table: 'recent_signup', key: 'id', since: 'created_at' };

export const sealedSignupAnswers: readonly SealedColumn[] = [
  {
    table: 'recent_signup',
    column: 'answer',
    identity: `'recent_signup/answer/' || network || '/' || idempotency_key`,
  },
];

const identityOf = ({ network, key }: KeyedClient) => `recent_signup/answer/${network}/${key}`;

/** A client and the idempotency key of its request. */
export type KeyedClient = { readonly network: string; readonly key: string };
export type EarlierSignup = { readonly requestHash: Buffer; readonly answer: string };
export type SignupLimits = Pick<SignupOptions, 'perNetworkHour' | 'perHour'>;

type Reader = Pick<Tx, '$queryRaw'>;

@Injectable()
export class SignupRepository {
  constructor(private readonly database: Database) {}

  /** Outside of a transaction: what it says may be untrue a moment later. */
  async findEarlier(client: KeyedClient): Promise<EarlierSignup | null> {
    return this.database.use((reader) => this.findEarlierIn(reader, client));
  }

  async findEarlierIn(reader: Reader, client: KeyedClient): Promise<EarlierSignup | null> {
    const [found] = await reader.$queryRaw<{ hash: Uint8Array; answer: string }[]>`
      select request_hash as hash, answer from recent_signup
      where network = ${client.network} and idempotency_key = ${client.key}`;
    if (!found) return null;
    const answer = this.database.secrets.open(found.answer, identityOf(client));
    return { requestHash: Buffer.from(found.hash), answer };
  }

  /** Outside of a transaction: see `secondsUntilRoomIn`. */
  async secondsUntilRoom(network: string, limits: SignupLimits): Promise<number> {
    return this.database.use((reader) => this.secondsUntilRoomIn(reader, network, limits));
  }

  /**
   * The seconds after which one more signup is within the limits; 0 now. There is room as long as the signup that would
   * be the first to count too many is an hour old, by the database's clock. In a transaction that holds the limits, it
   * stays true until the end.
   */
  async secondsUntilRoomIn(
    reader: Reader,
    network: string,
    { perNetworkHour, perHour }: SignupLimits,
  ): Promise<number> {
    const [row] = await reader.$queryRaw<{ seconds: number }[]>`
      select greatest(0, ceil(extract(epoch from max(created_at) + interval '1 hour' - clock_timestamp())))::int as seconds
      from (
        (select created_at from recent_signup where network = ${network} and ${perNetworkHour}::int > 0
         order by created_at desc offset greatest(${perNetworkHour}::int - 1, 0) limit 1)
        union all
        (select created_at from recent_signup where ${perHour}::int > 0
         order by created_at desc offset greatest(${perHour}::int - 1, 0) limit 1)) as n`;
    return row?.seconds ?? 0;
  }

  /** Lets only one request of a key at a time go on; each sees what those before it committed. */
  async holdKey(tx: Tx, { network, key }: KeyedClient): Promise<void> {
    await lock(tx, `signup key ${network} ${key}`);
  }

  /** The same for limits. The key is held before them, and the network before all, so that no two wait for each other. */
  async holdLimits(tx: Tx, network: string, { perNetworkHour, perHour }: SignupLimits): Promise<void> {
    if (perNetworkHour > 0) await lock(tx, `signup network ${network}`);
    if (perHour > 0) await lock(tx, 'signup installation');
  }

  /** Keeps what a tenant said of itself. */
  async insert(tx: Tx, tenantId: string, { alias: _alias, ...said }: SignupRequest): Promise<void> {
    await tx.signup.create({ data: { tenantId, ...said } });
  }

  async insertRecent(tx: Tx, network: string): Promise<void> {
    await tx.recentSignup.create({ data: { network } });
  }

  /** Keeps the answer to a request as well, for those that repeat it. */
  async insertKeyed(tx: Tx, client: KeyedClient, { requestHash, answer }: EarlierSignup): Promise<void> {
    const { network, key: idempotencyKey } = client;
    const sealed = this.database.secrets.seal(answer, identityOf(client));
    const data = { network, idempotencyKey, requestHash: new Uint8Array(requestHash), answer: sealed };
    await tx.recentSignup.create({ data });
  }
}

async function lock(tx: Tx, what: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`;
}
