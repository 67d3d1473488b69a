import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { StartedParts } from '@mailroom/concurrency';
import {
  CaptureTransport,
  DirectTransport,
  OutboundModule,
  OutboundOptions,
  OutboundWorker,
  RelayTransport,
  ReportConsumer,
  type MailTransport,
} from '@mailroom/sending';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import type { OutboundConfig } from './config.js';

export type Outbound = { start(): Promise<void>; close(): Promise<void> };

@Module({})
class OutboundAppModule {
  static with(resources: AppResources, config: OutboundConfig): DynamicModule {
    const options = new OutboundOptions(config.concurrency, resources.onError, config.sign, resources.log);
    return {
      module: OutboundAppModule,
      imports: [ResourcesModule.with(resources), OutboundModule.with(transportOf(config, options), options)],
    };
  }
}

function transportOf(config: OutboundConfig, { log }: OutboundOptions): MailTransport {
  const { mode, relayUrl, hostname, dnsServers, allowPrivate } = config;
  if (mode === 'relay' && relayUrl !== undefined) return new RelayTransport(relayUrl, hostname, undefined, log);
  if (mode === 'direct') return new DirectTransport({ name: hostname, dnsServers, allowPrivate });
  return new CaptureTransport();
}

/** Builds the app that delivers outbound jobs; it takes none before `start`. */
export async function createOutbound(resources: AppResources, config: OutboundConfig): Promise<Outbound> {
  const options = { logger: false, abortOnError: false } as const;
  const parts = new StartedParts();
  const app = parts.open(
    await NestFactory.createApplicationContext(OutboundAppModule.with(resources, config), options),
  );
  const worker = parts.open(app.get(OutboundWorker, { strict: false }));
  const reports = parts.open(app.get(ReportConsumer, { strict: false }));
  return {
    start: async () => {
      await worker.start();
      await reports.start();
    },
    close: () => parts.close(),
  };
}
