import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, statement, type ExpiringRows, type Tx } from '@mailroom/database';

/** The wrong passwords that one network may try with an address in an hour. */
const MAX_OF_NETWORK = 10;
/** After so many of all networks together in an hour, each network may try as many as the owner needs, and no more. */
const MAX_OF_ALL = 100;
const MAX_WHILE_MANY = 3;

const hourOf = (failures: string) =>
  `array(select t from unnest(${failures}) t where t > clock_timestamp() - interval '1 hour' order by t)`;

/** When fewer than `max` of the failures of an hour (`recent`) are left; null if that is so already. */
const fewerAt = (recent: string, max: number) => `${recent}[1 + cardinality(${recent}) - ${max}] + interval '1 hour'`;

/** $1 hash of the address, $2 network. */
const find = statement(
  'failed-sign-in-find',
  `select ceil(extract(epoch from least(${fewerAt('o.recent', MAX_WHILE_MANY)},
       greatest(${fewerAt('o.recent', MAX_OF_NETWORK)}, ${fewerAt('a.recent', MAX_OF_ALL)})) - clock_timestamp()))::int
     as "lockedSeconds"
   from (select ${hourOf('failures')} as recent from failed_sign_in where address_hash = $1 and network = $2) o
     left join (select ${hourOf('failures')} as recent from failed_sign_in where address_hash = $1 and network = '') a on true
   where cardinality(o.recent) >= ${MAX_OF_NETWORK}
     or cardinality(o.recent) >= ${MAX_WHILE_MANY} and cardinality(a.recent) >= ${MAX_OF_ALL}`,
);

const isFull = `exists (select from failed_sign_in a
  where a.address_hash = $1 and a.network = '' and cardinality(${hourOf('a.failures')}) >= ${MAX_OF_ALL})`;

/**
 * Counts one more, unless the hour of the network is full: of racing ones only as many are counted as fit, whichever
 * replica has them. Both rows are locked in the same order by everyone.
 */
const fail = statement(
  'failed-sign-in-count',
  `with own as (
     insert into failed_sign_in as f (address_hash, network, failures) values ($1, $2, array[clock_timestamp()])
     on conflict (address_hash, network) do update set failed_at = now(),
       failures = ${hourOf('f.failures')} || clock_timestamp()
     where cardinality(${hourOf('f.failures')}) < case when ${isFull} then ${MAX_WHILE_MANY} else ${MAX_OF_NETWORK} end
     returning address_hash),
   whole as (
     insert into failed_sign_in as f (address_hash, network, failures)
     select address_hash, '', array[clock_timestamp()] from own
     on conflict (address_hash, network) do update set failed_at = now(),
       failures = ${hourOf('f.failures')} || clock_timestamp()
     where cardinality(${hourOf('f.failures')}) < ${MAX_OF_ALL})
   select 1 as one from own`,
);

/** Failures of which none counts any more. */
export const forgottenSignIns: ExpiringRows = {
  table: 'failed_sign_in',
  key: 'address_hash, network',
  since: 'failed_at',
};
export const FAILED_SIGN_IN_SECONDS = 3_600;

/**
 * Wrong passwords of callers who have no credential. They count by address and network, for every address alike, so
 * that a stranger neither locks a mailbox for its owner nor learns whether there is one. A botnet of N networks has ten
 * guesses of each in an hour up to a hundred, and then three of each: 72 N + 2,400 in a day at most, against passwords of
 * 138 bits.
 */
@Injectable()
export class FailedSignInRepository {
  constructor(private readonly database: Database) {}

  /** For how long the network may not try with this address; null if it may. */
  async lockedSeconds(address: string, network: string): Promise<number | null> {
    const [found] = await this.database.query<{ lockedSeconds: number }>(find, [hashOf(address), network]);
    return found?.lockedSeconds ?? null;
  }

  /** Returns false if the hour of the network is full already. */
  async count(address: string, network: string): Promise<boolean> {
    return (await this.database.query(fail, [hashOf(address), network])).length === 1;
  }

  /** What was tried with a password counts no more once there is another. */
  async forget(tx: Tx, address: string): Promise<void> {
    await tx.$executeRaw`delete from failed_sign_in where address_hash = ${hashOf(address)}`;
  }
}

function hashOf(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}
