import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { retentionGauges } from '@mailroom/database';
import { BlobSweeper, dueBlobs, MailModule } from '@mailroom/mail';
import { messagingRetentions } from '@mailroom/messaging';
import { PollingLoop } from '@mailroom/concurrency';
import type { GaugeSource } from '@mailroom/observability';
import { EmailRetention, idempotencyKeys, keptEmails, SendingModule } from '@mailroom/sending';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { rowTrimmers, type RowRetention } from './row-trimmers.js';

/** What keeps the database and the store of messages from growing for ever, beside the API. */
export type MailUpkeep = {
  start(): Promise<void>;
  close(): Promise<void>;
  /** How far behind it is, and the trims of the other apps with it. */
  gauges(): GaugeSource;
};

export type MailUpkeepConfig = RowRetention & {
  /** Days after which emails are deleted; null keeps them for ever. */
  readonly retentionDays: number | null;
};

const SWEEP_MS = 60_000;
const RETENTION_MS = 300_000;

@Module({})
class MailUpkeepModule {
  static with(resources: AppResources): DynamicModule {
    return { module: MailUpkeepModule, imports: [ResourcesModule.with(resources), MailModule, SendingModule] };
  }
}

/** Builds what deletes that of which the time is over; it does nothing before `start`. */
export async function createMailUpkeep(resources: AppResources, config: MailUpkeepConfig): Promise<MailUpkeep> {
  const options = { logger: false, abortOnError: false } as const;
  const app = await NestFactory.createApplicationContext(MailUpkeepModule.with(resources), options);
  const sweeper = app.get(BlobSweeper, { strict: false });
  const retention = app.get(EmailRetention, { strict: false });
  const { database, onError } = resources;
  const { retentionDays } = config;
  const trimmers = rowTrimmers(database, config);
  const loops: PollingLoop[] = [];
  const repeat = (step: () => Promise<boolean>, intervalMs: number) =>
    loops.push(new PollingLoop(step, { intervalMs, onError }));
  return {
    start: async () => {
      repeat(() => sweeper.sweep(), SWEEP_MS);
      for (const trimmer of trimmers) repeat(() => trimmer.trim(), RETENTION_MS);
      if (retentionDays !== null) repeat(() => retention.deleteOlderThan(retentionDays), RETENTION_MS);
      for (const loop of loops) loop.wake();
    },
    close: async () => {
      for (const loop of loops.splice(0)) await loop.close();
      await app.close();
    },
    gauges: () =>
      retentionGauges(database, [
        ...trimmers.map((trimmer) => trimmer.retention),
        ...(retentionDays === null ? [] : [keptEmails(retentionDays)]),
        idempotencyKeys,
        dueBlobs,
        ...messagingRetentions,
      ]),
  };
}
