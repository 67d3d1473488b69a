import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { GaugeSource } from '@mailroom/observability';
import pg from 'pg';
import { rowsOf } from './described-query.js';
import { instantOf, TIMESTAMPTZ } from './instant.js';
import { asUnavailable, isConnectionFailure } from './connection-failure.js';
import { PrismaClient, type Prisma } from './generated/client.js';
import { MeasuredPool } from './measured-pool.js';
import { NotificationListener, type OnNotification } from './notification-listener.js';
import { SecretBox } from './secrets/secret-box.js';
import { SqlTx } from './sql-tx.js';
import { statement, type Statement } from './statement.js';

declare const insideTransaction: unique symbol;

/** Provides the database that is for the search index alone, where there is one. */
export const SEARCH_DATABASE = Symbol('search database');

/** A client that is known to be inside a transaction. Only `Database.transaction` makes one. */
export type Tx = Prisma.TransactionClient & { readonly [insideTransaction]: true };

export type DatabaseOptions = {
  readonly url: string;
  /** Connections in the pool. */
  readonly poolSize?: number;
  /** The limit for the answer to a statement; a server that is silent for longer is `unavailable`. */
  readonly answerMs?: number;
  /** What secrets are sealed with, the first of them; none leaves them as they are. */
  readonly secretKeys?: readonly Buffer[];
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Told of connections that broke while idle; the pool replaces them. */
  readonly onError?: (error: unknown) => void;
};

const INT8 = 20;
const CONNECT_MS = 5_000;
/** None of our statements takes this long. */
const ANSWER_MS = 30_000;
/** After a connection has been idle for this long, the system checks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;
/** The limit for connections to close; a server that is gone does not answer. */
const CLOSE_MS = 1_000;

/** Postgres answers a query without a statement too, once it is done with the one before. */
const EMPTY = '';

const ping = statement('ping', 'select 1');

/** Row ids are below 2^53, so 64-bit integers come out as numbers. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === TIMESTAMPTZ) return instantOf;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/**
 * One pool with three ways in, which are never mixed in one transaction: `transaction` (Prisma) for ordinary use cases,
 * `query` (one prepared statement) and `sqlTransaction` (several) for hot paths. All of them fail with `unavailable`
 * when the database can't be reached.
 */
export class Database {
  /** Seals and opens what must not be usable by whoever reads the tables alone. */
  readonly secrets: SecretBox;
  readonly #pool: MeasuredPool;
  readonly #prisma: PrismaClient;
  readonly #listener: NotificationListener;

  constructor(options: DatabaseOptions) {
    const onError = options.onError ?? (() => {});
    this.secrets = new SecretBox(options.secretKeys ?? []);
    const config = {
      connectionString: options.url,
      application_name: options.applicationName ?? 'mailroom',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      query_timeout: options.answerMs ?? ANSWER_MS,
    };
    this.#pool = new MeasuredPool({
      ...config,
      max: options.poolSize ?? 10,
      connectionTimeoutMillis: CONNECT_MS,
      // A statement that nobody waits for any more would hold its locks until it ends. As a parameter of the connection,
      // PgBouncer would refuse it.
      onConnect: (client) => client.query(`set statement_timeout = ${config.query_timeout}`),
    });
    this.#pool.on('error', onError);
    // A connection that is cut between two statements of a transaction says so to nobody; unheard, it would end us.
    this.#pool.on('connect', (client) => client.on('error', ignore));
    this.#prisma = new PrismaClient({
      adapter: new PrismaPg(this.#pool),
      transactionOptions: { maxWait: 5_000, timeout: 15_000 },
    });
    this.#listener = new NotificationListener({ ...config, connectionTimeoutMillis: CONNECT_MS }, onError);
  }

  /** Reads and single writes that need no transaction of their own. */
  async use<T>(work: (client: PrismaClient) => Promise<T>): Promise<T> {
    return asUnavailable(() => work(this.#prisma));
  }

  /** Commits what `work` did if it resolves, and nothing if it rejects. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return asUnavailable(() => this.#prisma.$transaction((client) => work(client as Tx)));
  }

  /** Runs one statement in a transaction of its own. */
  async query<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return asUnavailable(() => rowsOf<Row>(this.#pool, statement, values, types));
  }

  /**
   * The same where a statement that fails is tried again in parts, as `RowSweep` and `Claims` do: once it has failed, it has
   * no locks any more. After `query` it may have them for a moment, and what skips locked rows passes over them.
   */
  async tryQuery<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#onOne(EMPTY, (client) => rowsOf<Row>(client, statement, values, types));
  }

  /** Whether the database answers. @throws unavailable if it can't be reached */
  async answers(): Promise<boolean> {
    return (await this.query(ping)).length === 1;
  }

  /** Commits what the prepared statements of `work` did if it resolves, and nothing if it rejects. */
  async sqlTransaction<T>(work: (tx: SqlTx) => Promise<T>): Promise<T> {
    return this.#onOne('rollback', async (client) => {
      await client.query('begin');
      const result = await work(new SqlTx(client, types));
      const { command } = await client.query('commit');
      // Postgres answers ROLLBACK if a statement has failed, even where `work` went on.
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, so nothing was committed.');
      return result;
    });
  }

  /** Works on one connection; what fails is over when `end` has been answered. */
  async #onOne<T>(end: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return asUnavailable(async () => {
      const client = await this.#pool.connect();
      // The pool listens only to idle connections; the next statement on one that was lost fails anyway.
      client.on('error', ignore);
      try {
        const result = await work(client);
        giveBack(client);
        return result;
      } catch (error) {
        await abandon(client, end, error);
        throw error;
      }
    });
  }

  /**
   * Calls `onNotification` after each NOTIFY on `channel` with what it carried, and after every reconnect with an empty
   * text, because some may have been missed. It reconnects by itself. The function it returns stops listening.
   */
  listen(channel: string, onNotification: OnNotification): () => void {
    return this.#listener.listen(channel, onNotification);
  }

  /** Connections in use and waiting, for metrics and tests. */
  get poolUse(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** The pool's gauges. */
  gauges(): GaugeSource {
    return this.#pool.gauges();
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.#prisma.$disconnect();
    if (!this.#pool.ended) await this.#endPool();
  }

  /** The pool forgets its connections before they are closed; if the server stopped next, it would cut them. */
  async #endPool(): Promise<void> {
    let open = this.#pool.totalCount;
    const closed = new Promise<void>((resolve) => {
      if (open === 0) resolve();
      this.#pool.on('remove', () => {
        open -= 1;
        if (open === 0) resolve();
      });
    });
    await this.#pool.end();
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
  }
}

const ignore = () => {};

/** A connection that is not given back keeps its listener: it may report its loss once more. */
function giveBack(client: pg.PoolClient): void {
  client.off('error', ignore);
  client.release();
}

/** Ends what failed; its connection is closed where it may be what failed. */
async function abandon(client: pg.PoolClient, end: string, error: unknown): Promise<void> {
  if (isConnectionFailure(error)) return client.release(true);
  try {
    await client.query(end);
    giveBack(client);
  } catch {
    client.release(true);
  }
}
