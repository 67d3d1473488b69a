import { histogram, scrapedGauge, type GaugeSource } from '@mailroom/observability';
import pg from 'pg';

const waits = histogram('mailroom_database_pool_wait_seconds', 'how long a statement waited for a connection');
const connections = scrapedGauge('mailroom_database_pool_connections', 'connections of the pool', 'state');
const waiting = scrapedGauge('mailroom_database_pool_waiting', 'statements that wait for a connection');
const size = scrapedGauge('mailroom_database_pool_size', 'connections the pool may have');

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** A pool that knows how long its users wait for a connection. */
export class MeasuredPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnected): void;
  override connect(callback?: OnConnected): Promise<pg.PoolClient> | void {
    const begun = performance.now();
    const tell = () => waits.observe((performance.now() - begun) / 1_000);
    if (!callback) return super.connect().finally(tell);
    super.connect((error, client, done) => {
      tell();
      callback(error, client, done);
    });
  }

  /** How much of the pool is in use. */
  gauges(): GaugeSource {
    return {
      name: 'pool',
      read: () => [
        connections(this.totalCount - this.idleCount, 'busy'),
        connections(this.idleCount, 'idle'),
        waiting(this.waitingCount),
        size(this.options.max ?? 0),
      ],
    };
  }
}
