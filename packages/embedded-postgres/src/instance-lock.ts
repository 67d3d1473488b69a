import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DataDirectoryInUseError } from './embedded-postgres-error.js';
import { openClient, type PostgresAddress } from './postgres-client.js';
import { isAlive } from './process-status.js';

/** The pair of advisory lock keys: "Mail" and "room". */
const LOCK_KEYS = [0x4d61696c, 0x726f6f6d];
const RETRY_MS = 50;
const MAX_RETRY_MS = 1_000;
/** How long the lock of a holder whose process is gone may last until Postgres notices. */
const DEAD_HOLDER_MS = 5_000;

/** The right to be the only running Mailroom on a database: an advisory lock on a connection of its own. */
export class InstanceLock {
  readonly #address: PostgresAddress;
  readonly #dataDirectory: string;
  readonly #onLog: (line: string) => void;
  readonly #released = new AbortController();
  #client: Client | undefined;
  #held: Promise<void> = Promise.resolve();

  private constructor(address: PostgresAddress, dataDirectory: string, onLog: (line: string) => void) {
    this.#address = address;
    this.#dataDirectory = dataDirectory;
    this.#onLog = onLog;
  }

  /** Throws `DataDirectoryInUseError` with the holder's process id if another Mailroom has the lock. */
  static async take(
    address: PostgresAddress,
    dataDirectory: string,
    onLog: (line: string) => void,
  ): Promise<InstanceLock> {
    const lock = new InstanceLock(address, dataDirectory, onLog);
    lock.#keep(await lock.#acquire());
    return lock;
  }

  /** Resolves when the lock is held: at once, or when the database is back. */
  held(): Promise<void> {
    return this.#held;
  }

  async release(): Promise<void> {
    this.#released.abort();
    await this.#held;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #keep(client: Client): void {
    this.#client = client;
    client.once('end', () => {
      this.#client = undefined;
      if (!this.#released.signal.aborted) this.#held = this.#retake();
    });
  }

  /** The connection is lost when the database restarts; the lock is taken again as soon as that is possible. */
  async #retake(): Promise<void> {
    let holderPid: number | null | undefined;
    for (let delayMs = RETRY_MS; !this.#released.signal.aborted; delayMs = Math.min(MAX_RETRY_MS, delayMs * 1.5)) {
      try {
        this.#keep(await this.#acquire());
        return;
      } catch (error) {
        if (error instanceof DataDirectoryInUseError && error.holderPid !== holderPid) {
          holderPid = error.holderPid;
          this.#onLog(error.message);
        }
      }
      await sleep(delayMs, undefined, { signal: this.#released.signal }).catch(() => undefined);
    }
  }

  async #acquire(): Promise<Client> {
    const client = await openClient({ ...this.#address, applicationName: `mailroom:${process.pid}` });
    try {
      for (const deadline = Date.now() + DEAD_HOLDER_MS; !(await tryLock(client)); await sleep(RETRY_MS)) {
        const holder = await findHolder(client);
        if (holder === undefined) continue;
        const living = holder.pid === null || isAlive(holder.pid);
        if (living || Date.now() > deadline) throw new DataDirectoryInUseError(this.#dataDirectory, holder.pid);
      }
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', LOCK_KEYS);
  return rows[0]?.taken === true;
}

/** The holder of the lock, by the name of its connection; undefined if it was released in the meantime. */
async function findHolder(client: Client): Promise<{ pid: number | null } | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2`,
    LOCK_KEYS,
  );
  const name = rows[0]?.name;
  if (name === undefined) return undefined;
  const pid = Number.parseInt(/^mailroom:(\d+)$/.exec(name)?.[1] ?? '', 10);
  return { pid: Number.isInteger(pid) ? pid : null };
}
