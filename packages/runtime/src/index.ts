export { readNumber, type Complain, type Environment } from '@mailroom/errors';
export {
  ConfigError,
  readBaseUrl,
  checkedConfig,
  readDatabaseUrl,
  readDnsServers,
  readHostname,
  readSearchDatabaseUrl,
  readHttpPort,
  readLogLevel,
  readMailDomains,
  readRequiredSecretKeys,
  readSecretKeys,
} from './settings.js';
export { explainDatabaseFailure, explainListenFailure } from './explain-failure.js';
export { loadServiceConfig, type ServiceConfig } from './service.config.js';
export { HOP_HEADER, HttpFront, type Handler, type Mount } from './http-front.js';
export type { RefusalShape } from './unreadable-requests.js';
export { saveMemoryWhenIdle } from './idle-memory.js';
export { readTracing } from './tracing.settings.js';
export { openSearchDatabase } from './open-search-database.js';
export { ResourcesModule, type AppResources } from './resources.module.js';
export { openLog, runProcess, type Running } from './run-process.js';
export { runService } from './run-service.js';
export { defineService, startApps, type App, type Listening, type Place, type Service } from './service.js';
export { ownVariables, WatchedEnvironment } from './watched-environment.js';
