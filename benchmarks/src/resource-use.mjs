// Measures what a piece of work took: processor time by part, WAL, commits, syncs, and what Postgres waited for.
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { busySeconds, childrenOf, cpuSeconds, nameOf, parentOf } from './processes.mjs';

const SAMPLE_MS = 25;
/** Backends report their statistics once a second. */
const REPORTED_MS = 1_100;

const waits = {
  name: 'bench-waits',
  text: `select coalesce(wait_event_type || ':' || wait_event, 'running') as what, count(*)::int as sessions
    from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and datname = current_database() group by 1`,
};
const counters = {
  name: 'bench-counters',
  text: `select (pg_current_wal_lsn() - '0/0')::float8 as "walBytes", (select sum(xact_commit)::float8 from pg_stat_database) as commits,
    (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as syncs`,
};

export class ResourceUse {
  #pool;
  #postmaster;
  #nats;

  static async of(pool) {
    const use = new ResourceUse();
    const { rows } = await pool.query('select pg_backend_pid() as pid');
    use.#pool = pool;
    use.#postmaster = parentOf(rows[0].pid);
    use.#nats = childrenOf(process.pid).find((pid) => nameOf(pid) === 'nats-server');
    return use;
  }

  /**
   * Runs `work`, then `settle`: processor shares cover only the first, costs cover both. `work` returns how many it
   * did.
   */
  async during(services, work, settle = async () => {}) {
    const stop = this.#sampleWaits();
    const before = { cpu: this.#cpu(services), counters: await this.#counters(), busy: busySeconds() };
    const begun = performance.now();
    const done = await work();
    const seconds = (performance.now() - begun) / 1_000;
    const [atEnd, busy, sessions] = [this.#cpu(services), busySeconds() - before.busy, await stop()];
    await settle();
    const afterwards = this.#cpu(services);
    await sleep(REPORTED_MS);
    const now = await this.#counters();
    const available = seconds * cpus().length;
    return {
      done,
      perSecond: done / seconds,
      share: difference(atEnd, before.cpu, available),
      busy: busy / available,
      cost: difference(afterwards, before.cpu, done),
      each: difference(now, before.counters, done),
      sessions,
    };
  }

  #cpu(services) {
    const sum = (pids) => pids.reduce((seconds, pid) => seconds + cpuSeconds(pid), 0);
    return {
      apps: sum(services.map(({ pid }) => pid)),
      Postgres: sum([this.#postmaster, ...childrenOf(this.#postmaster)]),
      NATS: sum(this.#nats === undefined ? [] : [this.#nats]),
      load: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
    };
  }

  async #counters() {
    return (await this.#pool.query(counters)).rows[0];
  }

  /** The average number of sessions, by what they waited for. */
  #sampleWaits() {
    const sums = {};
    let samples = 0;
    let going = true;
    const sampling = (async () => {
      for (; going; samples += 1) {
        for (const { what, sessions } of (await this.#pool.query(waits)).rows) {
          sums[what] = (sums[what] ?? 0) + sessions;
        }
        await sleep(SAMPLE_MS);
      }
    })();
    return async () => {
      going = false;
      await sampling;
      return Object.fromEntries(Object.entries(sums).map(([what, sum]) => [what, sum / Math.max(1, samples)]));
    };
  }
}

function difference(after, before, by) {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, (value - before[name]) / by]));
}

/** Names the next limit according to the measurements: a limit of the machine, not of the design. */
export function limitOf({ busy, share, sessions }) {
  const percent = (value) => `${(value * 100).toFixed(0)} %`;
  const parts = Object.entries(share).sort(([, a], [, b]) => b - a);
  const shares = parts.map(([name, value]) => `${name} ${percent(value)}`).join(', ');
  const [[event, count] = ['nothing', 0]] = Object.entries(sessions)
    .filter(([what]) => what !== 'running')
    .sort(([, a], [, b]) => b - a);
  const waiting = `${count.toFixed(1)} sessions wait for ${event}, ${(sessions.running ?? 0).toFixed(1)} run`;
  const ours = parts.reduce((sum, [, value]) => sum + value, 0);
  if (busy - ours > 0.25) {
    return { limit: 'not known: other programs were running', figures: `${percent(busy)} busy: ${shares}; ${waiting}` };
  }
  if (busy > 0.9)
    return { limit: `the processor, first ${parts[0][0]}`, figures: `${percent(busy)} busy: ${shares}; ${waiting}` };
  const limit = count >= 1 ? `Postgres waits for ${event}` : 'turns between processes: nothing is full';
  return { limit, figures: `${percent(busy)} busy: ${shares}; ${waiting}` };
}
