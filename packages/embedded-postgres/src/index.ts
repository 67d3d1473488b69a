export { DataDirectoryInUseError, EmbeddedPostgresError } from './embedded-postgres-error.js';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.js';
