import type { PostgresBinaries } from './postgres-binaries.js';
import type { PostgresLog } from './postgres-log.js';
import type { UnixUser } from './unprivileged-user.js';

/** Everything needed to start Postgres on a cluster. */
export type PostmasterLaunch = {
  readonly binaries: PostgresBinaries;
  readonly clusterDirectory: string;
  readonly user: UnixUser | undefined;
  readonly password: string;
  readonly durable: boolean;
  readonly maxConnections: number;
  readonly log: PostgresLog;
  readonly onLog: (line: string) => void;
};

/**
 * These settings suit a small machine that Postgres shares with Node; anyone who needs to tune uses their own Postgres.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // The path of a socket is limited to 107 bytes; the data directory's is not.
  unix_socket_directories: '',
  // Once used, they stay; what does not fit is found in the system's cache (ADR 0070).
  shared_buffers: '48MB',
  // Postgres would die of SIGBUS in a container that may not use its host's huge pages.
  huge_pages: 'off',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  // There are no replicas.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  autovacuum: 'on',
  // Tables grow from nothing to thousands of rows in seconds; until they are analyzed, plans are made for empty ones.
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  // Row values and statement texts are people's mail, so they stay out of the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  lc_messages: 'C',
};

const DURABLE: Readonly<Record<string, string>> = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
const NOT_DURABLE: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
};

/** The arguments of `postgres`. They take precedence over the cluster's own files, so old clusters get new settings. */
export function postmasterArguments(launch: PostmasterLaunch, port: number): string[] {
  const settings = {
    ...SETTINGS,
    ...(launch.durable ? DURABLE : NOT_DURABLE),
    max_connections: String(launch.maxConnections),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', launch.clusterDirectory, '-p', String(port), ...flags];
}
