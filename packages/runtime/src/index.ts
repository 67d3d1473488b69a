export {
  ConfigError,
  readBaseUrl,
  readDatabaseUrl,
  readHttpPort,
  readLogLevel,
  readMailDomains,
  readSecretKeys,
  type Complain,
  type Environment,
} from './settings.js';
export { loadServiceConfig, type ServiceConfig } from './service.config.js';
export { HttpFront, type Mount } from './http-front.js';
export { readTracing } from './tracing.settings.js';
export { ResourcesModule, type AppResources } from './resources.module.js';
export { runService } from './run-service.js';
export { startService, type RunningService, type Service, type ServiceResources, type Started } from './service.js';
export { listenForStop, type StopSignals } from './stop-signals.js';
export { WatchedEnvironment } from './watched-environment.js';
export { ownVariables } from './watched-environment.js';
