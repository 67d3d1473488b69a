import type { Client } from 'pg';

/** "Mail", "snap": the pair of advisory lock keys. */
const [CLASS, OBJECT] = [0x4d61696c, 0x736e6170];

/**
 * SQL that is true while someone reads a snapshot of this database. What the snapshot's rows name outside the database
 * has to stay as long.
 */
export const SNAPSHOT_RUNS = `exists (select from pg_locks where locktype = 'advisory' and granted
  and classid = ${CLASS} and objid = ${OBJECT} and objsubid = 2
  and database = (select oid from pg_database where datname = current_database()))`;

/** Held until the connection ends, so that a process that is killed does not keep it. */
export async function takeSnapshotLock(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [CLASS, OBJECT]);
}
