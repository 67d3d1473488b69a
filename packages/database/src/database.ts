import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { GaugeSource } from '@mailroom/observability';
import pg from 'pg';
import { instantOf, TIMESTAMPTZ } from './instant.js';
import { asUnavailable } from './connection-failure.js';
import { PrismaClient, type Prisma } from './generated/client.js';
import { MeasuredPool } from './measured-pool.js';
import { NotificationListener } from './notification-listener.js';
import type { Statement } from './statement.js';

declare const insideTransaction: unique symbol;

/** A client that is known to be inside a transaction. Only `Database.transaction` makes one. */
export type Tx = Prisma.TransactionClient & { readonly [insideTransaction]: true };

export type DatabaseOptions = {
  readonly url: string;
  /** Connections in the pool. */
  readonly poolSize?: number;
  /** For the answer to a statement; a server that is silent for longer is `unavailable`. */
  readonly answerMs?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
  /** Told of connections that broke while idle; the pool replaces them. */
  readonly onError?: (error: unknown) => void;
};

const INT8 = 20;
const CONNECT_MS = 5_000;
/** No statement of ours takes as long. */
const ANSWER_MS = 30_000;
/** Idle for so long, a connection is asked whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;
/** For connections to close; a server that is gone does not answer. */
const CLOSE_MS = 1_000;

/** Row ids are below 2^53, so 64-bit integers come out as numbers. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === TIMESTAMPTZ) return instantOf;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/**
 * One pool, two ways in that are never mixed in one transaction: `transaction` (Prisma) for ordinary use cases,
 * `query` (one prepared statement) for hot paths. A database that can't be reached is `unavailable` in both.
 */
export class Database {
  readonly #pool: MeasuredPool;
  readonly #prisma: PrismaClient;
  readonly #listener: NotificationListener;

  constructor(options: DatabaseOptions) {
    const onError = options.onError ?? (() => {});
    const config = {
      connectionString: options.url,
      application_name: options.applicationName ?? 'mailroom',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      query_timeout: options.answerMs ?? ANSWER_MS,
    };
    this.#pool = new MeasuredPool({ ...config, max: options.poolSize ?? 10, connectionTimeoutMillis: CONNECT_MS });
    this.#pool.on('error', onError);
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

  /** Commits what `work` did when it resolves, and nothing of it when it rejects. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return asUnavailable(() => this.#prisma.$transaction((client) => work(client as Tx)));
  }

  /** Runs one prepared statement in a transaction of its own. */
  async query<Row extends object>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return asUnavailable(async () => {
      const { rows } = await this.#pool.query<Row>({ ...statement, values: [...values], types });
      return rows;
    });
  }

  /**
   * Calls `onNotification` after each NOTIFY on `channel`, and after every reconnect, since some may have been missed.
   * A lost connection is made again by itself. The result stops listening.
   */
  listen(channel: string, onNotification: () => void): () => void {
    return this.#listener.listen(channel, onNotification);
  }

  /** Connections in use and waiting, for metrics and tests. */
  get poolUse(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  /** What there is to see of the pool. */
  gauges(): GaugeSource {
    return this.#pool.gauges();
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.#prisma.$disconnect();
    if (!this.#pool.ended) await this.#endPool();
  }

  /** The pool forgets its connections before they are closed; whoever stops the server next would cut them. */
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
