import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BlobSweeper, MailModule } from '@mailroom/mail';
import { PollingLoop } from '@mailroom/messaging';
import { EmailRetention, SendingModule } from '@mailroom/sending';
import { ResourcesModule, type AppResources } from '@mailroom/service';

/** What keeps the store of emails in order, beside the API. */
export type MailUpkeep = { start(): Promise<void>; close(): Promise<void> };

export type MailUpkeepConfig = {
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

/** Builds what deletes old emails and gives up blobs that nobody holds; it does nothing before `start`. */
export async function createMailUpkeep(resources: AppResources, config: MailUpkeepConfig): Promise<MailUpkeep> {
  const options = { logger: false, abortOnError: false } as const;
  const app = await NestFactory.createApplicationContext(MailUpkeepModule.with(resources), options);
  const sweeper = app.get(BlobSweeper, { strict: false });
  const retention = app.get(EmailRetention, { strict: false });
  const { onError } = resources;
  const { retentionDays } = config;
  const loops: PollingLoop[] = [];
  return {
    start: async () => {
      loops.push(new PollingLoop(() => sweeper.sweep(), { intervalMs: SWEEP_MS, onError }));
      if (retentionDays !== null) {
        const step = () => retention.deleteOlderThan(retentionDays);
        loops.push(new PollingLoop(step, { intervalMs: RETENTION_MS, onError }));
      }
      for (const loop of loops) loop.wake();
    },
    close: async () => {
      for (const loop of loops.splice(0)) await loop.close();
      await app.close();
    },
  };
}
