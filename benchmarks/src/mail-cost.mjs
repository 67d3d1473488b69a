// Measures what a message costs: processor time of Node's main thread, of its other threads (parsers above all) and of
// Postgres; the WAL, and by how much the database grows.
import { median, valueLine } from './figures.mjs';
import { childrenOf, cpuSeconds, parentOf, threadSeconds } from './processes.mjs';

const counters = `select (pg_current_wal_lsn() - '0/0')::float8 as wal, pg_database_size(current_database())::float8 as size`;

export class MailCost {
  #begin;
  #laps = {};

  static async of(system) {
    const cost = new MailCost();
    const { rows } = await system.pool.query('select pg_backend_pid() as pid');
    cost.system = system;
    cost.postmaster = parentOf(rows[0].pid);
    cost.#begin = { ...cost.#processors(), ...(await cost.#counters()) };
    return cost;
  }

  /** Notes what has been used up to here, under a name. */
  lap(name) {
    this.#laps[name] = this.#processors();
  }

  /** What was used since the beginning, for one of `count` messages: processor time in µs, the rest in bytes. */
  async each(count) {
    const until = (end, unit) =>
      Object.fromEntries(
        Object.entries(end).map(([name, value]) => [name, ((value - this.#begin[name]) * unit) / count]),
      );
    return {
      ...Object.fromEntries(Object.entries(this.#laps).map(([name, end]) => [name, until(end, 1e6)])),
      searchable: until(this.#processors(), 1e6),
      bytes: until(await this.#counters(), 1),
    };
  }

  /** One line of the table: the medians of several rounds. */
  static line(name, costs) {
    const middle = (part, of) => median(costs.map((cost) => cost[part][of])).toFixed(0);
    const processor = (part) =>
      `${part}: main ${middle(part, 'main')}, parsers ${middle(part, 'others')}, Postgres ${middle(part, 'postgres')} µs`;
    const bytes = `WAL ${middle('bytes', 'wal')}, database ${middle('bytes', 'size')} bytes`;
    return valueLine(`a message of ${name}`, bytes, '–', `${processor('readable')}; ${processor('searchable')}`);
  }

  #processors() {
    const { pid } = this.system.child;
    const main = threadSeconds(pid, pid);
    const postgres = [this.postmaster, ...childrenOf(this.postmaster)].reduce((sum, one) => sum + cpuSeconds(one), 0);
    return { main, others: cpuSeconds(pid) - main, postgres };
  }

  async #counters() {
    return (await this.system.pool.query(counters)).rows[0];
  }
}
