export { startBrowser } from './browser.js';
export { OpenApiDocument, type DescribedOperation } from './openapi/openapi-document.js';
export { startOtlpCollector, type CollectedSpan, type OtlpCollector } from './otlp/otlp-collector.js';
export { startFakeDns, type FakeDnsEntry, type FakeDnsServer } from './dns/fake-dns-server.js';
export { buildEmails, buildMailbox, buildTenant } from './mail-builder.js';
export { balanceHttp, balanceTcp, type Balancer } from './network/balancer.js';
export { startNats, startNatsCluster, type NatsCluster, type NatsServer } from './nats/nats-server.js';
export {
  APPS,
  startSeparateApps,
  type AppName,
  type SeparateApps,
  type SeparateAppsOptions,
} from './services/separate-apps.js';
export { spawnService, untilReady, type ServiceProcess } from './services/service-process.js';
export { plannedAnew } from './postgres/planned-anew.js';
export { mostRows } from './postgres/most-rows.js';
export { refuseRows } from './postgres/refuse-rows.js';
export { RowsRead } from './postgres/rows-read.js';
export { createTestDatabase, type TestDatabase } from './postgres/test-database.js';
export { GnuPg } from './gnupg/gnupg.js';
export { openPgpVectors } from './gnupg/openpgp-vectors.js';
export { until } from './until.js';
export { buildBounce, buildDsn, buildFeedback, type DsnRecipient } from './report-builder.js';
export { startTcpProxy, type TcpProxy } from './network/tcp-proxy.js';
export { FailingDisk, type DiskFault } from './disk/failing-disk.js';
export { startTestS3, type TestS3 } from './s3/test-s3.js';
export { fail } from './fail.js';
export { freePort } from './network/free-port.js';
export { readProxyRules, startShippedProxy, type ProxyRules, type ShippedProxy } from './network/shipped-proxy.js';
export {
  TEST_OPERATOR_TOKEN,
  TEST_SECRET_KEY,
  type Form,
  type Installation,
  type OwnInstallation,
} from './installations/installation.js';
export { startSeparateInstallation, type SeparateInstallationOptions } from './installations/separate-installation.js';
export { hostInstallations, joinInstallation, type InstallationHost } from './installations/shared-installations.js';
export { bundledApps } from './installations/test-host.js';
