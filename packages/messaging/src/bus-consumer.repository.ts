import { Injectable } from '@nestjs/common';
import { Database, statement } from '@mailroom/database';
import { DomainError } from '@mailroom/errors';

export type RegisteredConsumer = {
  readonly name: string;
  readonly types: string;
  readonly registeredAt: Date;
  /**
   * Events that Postgres holds for it: everything it still has to take if there is no broker, else what was redriven.
   */
  readonly waiting: number;
  readonly poisoned: number;
};

const listConsumers = statement(
  'bus-consumers',
  `select c.name, array_to_string(c.types, ' ') as types, c.created_at as "registeredAt",
     count(d.consumer) filter (where d.poisoned_at is null)::int as waiting, count(d.poisoned_at)::int as poisoned
   from bus_consumer c left join bus_delivery d on d.consumer = c.name group by c.name order by c.name`,
);

const forgetConsumer = statement(
  'bus-forget-consumer',
  `with gone as (delete from bus_consumer where name = $1 returning name),
   dropped as (delete from bus_delivery d using gone where d.consumer = gone.name returning 1)
   select name, (select count(*)::int from dropped) as dropped from gone`,
);

/**
 * Records who gets events. The process that runs a consumer registers it, and it stays even if that process never
 * returns.
 */
@Injectable()
export class BusConsumerRepository {
  constructor(private readonly database: Database) {}

  async list(): Promise<RegisteredConsumer[]> {
    return this.database.query<RegisteredConsumer>(listConsumers, []);
  }

  /**
   * Stops keeping events for a consumer; returns how many were dropped here. A process that still runs it gets none
   * until it restarts. @throws not_found
   */
  async forget(name: string): Promise<number> {
    const [gone] = await this.database.query<{ dropped: number }>(forgetConsumer, [name]);
    if (!gone) throw new DomainError('not_found', `There is no consumer ${name}.`);
    return gone.dropped;
  }
}
