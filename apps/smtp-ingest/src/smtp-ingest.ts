import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StartedParts } from '@mailroom/concurrency';
import { InboundModule, IngestService, ParsingService } from '@mailroom/inbound';
import { silentLog } from '@mailroom/observability';
import { ReturnPathModule } from '@mailroom/sending';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { CertificateWatch, SmtpServer } from '@mailroom/smtp';
import type { SmtpIngestConfig } from './config.js';
import { IngestIdentity } from './ingest-identity.js';
import { IngestTransactions } from './ingest-transactions.js';
import { selfMadeCertificate } from './self-made-certificate.js';

export type SmtpIngest = {
  /** Begins to listen, and to parse what an earlier process left behind. */
  start(): Promise<AddressInfo>;
  /** Refuses new mail, and resolves when accepted mail is ready. */
  close(): Promise<void>;
};

const MAX_IN_FLIGHT_BYTES = 256 * 1024 * 1024;
const CLOSE_GRACE_MS = 10_000;

@Module({})
class SmtpIngestModule {
  static with(resources: AppResources, config: SmtpIngestConfig): DynamicModule {
    const { hostname, parserWorkers: workers, dnsServers } = config;
    const parsers = { workers, timeoutMs: 10_000, maxHeapMb: 256, hostname, dnsServers: [...dnsServers] };
    return {
      module: SmtpIngestModule,
      imports: [
        ResourcesModule.with(resources),
        InboundModule.with({ parsers, onError: resources.onError }),
        ReturnPathModule,
      ],
      providers: [{ provide: IngestIdentity, useValue: new IngestIdentity(hostname) }, IngestTransactions],
    };
  }
}

/** Builds the SMTP listener and the parsing behind it; it does not listen yet. */
export async function createSmtpIngest(resources: AppResources, config: SmtpIngestConfig): Promise<SmtpIngest> {
  // It comes first, because it may fail and then leaves nothing open.
  const tls = config.tls ?? (await selfMadeCertificate(config.hostname));
  const parts = new StartedParts();
  const app = parts.open(
    await NestFactory.createApplicationContext(SmtpIngestModule.with(resources, config), {
      logger: false,
      abortOnError: false,
    }),
  );
  const parsing = parts.open(app.get(ParsingService));
  parts.add(() => app.get(IngestService).close(), 'mail that is being accepted');
  const log = resources.log ?? silentLog;
  const options = {
    hostname: config.hostname,
    maxMessageBytes: config.maxMessageBytes,
    maxRecipients: 100,
    maxConnections: config.maxConnections,
    maxConnectionsPerClient: config.maxConnectionsPerClient,
    maxConnectionsPerNetwork: config.maxConnectionsPerNetwork,
    proxyProtocolFrom: config.proxyProtocolFrom,
    maxCommands: 1_000_000,
    maxReceivedHeaders: 50,
    maxInFlightBytes: MAX_IN_FLIGHT_BYTES,
    idleTimeoutMs: 300_000,
    dataTimeoutMs: 600_000,
    tls,
    onError: (error: unknown) => resources.onError(error),
    log,
  };
  const server = new SmtpServer(options, app.get(IngestTransactions));
  parts.add(() => server.close(CLOSE_GRACE_MS), 'the SMTP server');
  if (config.tls) parts.open(new CertificateWatch(config.tls, (pair) => server.renewCertificate(pair), log));
  return {
    start: async () => {
      await parsing.start();
      return server.listen(config.host, config.port);
    },
    close: () => parts.close(),
  };
}
