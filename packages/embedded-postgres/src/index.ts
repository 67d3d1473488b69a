export { DataDirectoryInUseError, EmbeddedPostgresError } from './embedded-postgres-error.js';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.js';
export { findFreePort } from './free-port.js';
export { commandLine, isAlive, processIdentity } from './process-status.js';
