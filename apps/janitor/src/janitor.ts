import 'reflect-metadata';
import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PollingLoop, StartedParts } from '@mailroom/concurrency';
import { retentionGauges, type Database } from '@mailroom/database';
import { ProofReturn } from '@mailroom/billing';
import { LeaseUpkeep, LeaseUpkeepModule, purgedLeases } from '@mailroom/leases';
import { BlobSweeper, dueBlobs, MailHoursRepository, MailModule } from '@mailroom/mail';
import { EventTrimmer, trimmedEvents } from '@mailroom/messaging';
import type { GaugeSource } from '@mailroom/observability';
import { ResourcesModule, type AppResources } from '@mailroom/runtime';
import { RiskControls, RiskModule } from '@mailroom/send-policy';
import { EmailRetention, HeldJobs, keptEmails, SendingModule } from '@mailroom/sending';
import { DeliveryEnder } from '@mailroom/webhooks';
import type { JanitorConfig } from './config.js';
import { rowTrimmers } from './row-trimmers.js';

export type Janitor = {
  start(): Promise<void>;
  /** Begins nothing new, and resolves when the steps under way are committed. */
  close(): Promise<void>;
};

/** One small step of it, which may run in any number of processes at once; true where there may be more to do. */
type Chore = { readonly step: () => Promise<boolean>; readonly intervalMs: number };

const MINUTE_MS = 60_000;
/** How long mail waits at most after its tenant may send again. */
const HELD_MS = 10_000;
/** How long after the end of a lease its holder is told at most. */
const LEASES_MS = 1_000;
/** How long mail of a lease is kept at most after it should be gone, where there is little of it. */
const PURGE_MS = 10_000;
/** How often mail is counted. */
const COUNT_MS = 15_000;
/** How long after the end of a proof its credits are back at most. */
const PROOFS_MS = 2_000;

@Module({})
class JanitorModule {
  static with(resources: AppResources, { thresholds }: JanitorConfig): DynamicModule {
    const imports = [
      ResourcesModule.with(resources),
      MailModule,
      SendingModule,
      LeaseUpkeepModule,
      RiskModule.with(thresholds),
    ];
    return { module: JanitorModule, imports };
  }
}

/** Builds what keeps the database and the store of messages from growing for ever; it does nothing before `start`. */
export async function createJanitor(resources: AppResources, config: JanitorConfig): Promise<Janitor> {
  const options = { logger: false, abortOnError: false } as const;
  const parts = new StartedParts();
  const app = parts.open(await NestFactory.createApplicationContext(JanitorModule.with(resources, config), options));
  const { onError } = resources;
  return {
    start: async () => {
      const chores = choresOf(app, resources, config);
      const loops = chores.map(({ step, intervalMs }) => new PollingLoop(step, { intervalMs, onError }));
      // All at once: while one ends its step, no other may begin one.
      parts.add(() => Promise.all(loops.map((loop) => loop.close())), 'upkeep');
      for (const loop of loops) loop.wake();
    },
    close: () => parts.close(),
  };
}

function choresOf(
  app: INestApplicationContext,
  { database, bus, onError }: AppResources,
  config: JanitorConfig,
): readonly Chore[] {
  const { retentionDays } = config;
  const sweeper = app.get(BlobSweeper, { strict: false });
  const retention = app.get(EmailRetention, { strict: false });
  const held = app.get(HeldJobs, { strict: false });
  const leases = app.get(LeaseUpkeep, { strict: false });
  const proofs = new ProofReturn(database);
  const controls = app.get(RiskControls, { strict: false });
  const hours = app.get(MailHoursRepository, { strict: false });
  const events = new EventTrimmer(database, bus);
  const deliveries = new DeliveryEnder(database);
  return [
    { step: () => sweeper.sweep(onError), intervalMs: MINUTE_MS },
    { step: () => held.settle(onError), intervalMs: HELD_MS },
    { step: () => leases.tell(onError), intervalMs: LEASES_MS },
    { step: () => leases.purge(onError), intervalMs: PURGE_MS },
    { step: () => proofs.step(onError), intervalMs: PROOFS_MS },
    { step: () => controls.step(onError), intervalMs: MINUTE_MS },
    { step: () => hours.count(), intervalMs: COUNT_MS },
    { step: () => events.trim(onError), intervalMs: MINUTE_MS },
    { step: () => deliveries.endDisabled(onError), intervalMs: 10 * MINUTE_MS },
    ...rowTrimmers(database, config).map((trimmer) => ({
      step: () => trimmer.trim(onError),
      intervalMs: 5 * MINUTE_MS,
    })),
    ...(retentionDays === null
      ? []
      : [{ step: () => retention.deleteOlderThan(retentionDays, onError), intervalMs: 5 * MINUTE_MS }]),
  ];
}

/** Tells how far each chore that deletes is behind. */
export function janitorGauges(database: Database, config: JanitorConfig): GaugeSource {
  const { retentionDays } = config;
  return retentionGauges(database, [
    ...rowTrimmers(database, config).map(({ retention }) => retention),
    ...trimmedEvents,
    dueBlobs,
    purgedLeases,
    ...(retentionDays === null ? [] : [keptEmails(retentionDays)]),
  ]);
}
