export { isConnectionFailure, mayHaveCommitted } from './connection-failure.js';
export { Database, type DatabaseOptions, type Tx } from './database.js';
export { Prisma } from './generated/client.js';
export { GroupCommitter, type GroupCommitterOptions } from './group-committer.js';
export { migrate } from './migrate.js';
export { statement, type Statement } from './statement.js';
export { uuidv7, uuidv7Floor } from './uuid.js';
export { DataDirectoryInUseError, EmbeddedPostgresError } from './embedded/embedded-postgres-error.js';
export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
