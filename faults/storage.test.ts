import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { PostgresEventBus } from '@mailroom/messaging';
import { createSmtpIngest, loadSmtpIngestConfig } from '@mailroom/smtp-ingest';
import { buildMailbox, buildTenant, createTestDatabase, FailingDisk, until, type DiskFault } from '@mailroom/testing';
import { findProblemsOfMail } from './mail-check.js';
import { Load } from './load.js';
import { Random, runSeed } from './random.js';
import { runScenario, untilAccepted } from './run-scenario.js';
import { scale } from './scale.js';
import { failCalls } from './system-calls.js';
import { printNumbers } from './verdict.js';
import type { World } from './world.js';

const FAULTS: readonly DiskFault[] = ['sync', 'directory', 'full', 'short'];
const FAULT_SHARE = 0.2;
const WITHOUT_FAULTS = 40;

it(
  'a disk that fails under load, and forgets what it failed to sync: 250 only for what is there',
  async () => {
    const seed = runSeed();
    const random = new Random(seed);
    const directory = await mkdtemp(join(tmpdir(), 'mailroom-faults-'));
    const test = await createTestDatabase();
    const database = new Database({ url: test.url });
    await buildTenant(database, 'tnt_load', 'load.test');
    await buildMailbox(database, 'tnt_load', 'box@load.test');
    const disk = new FailingDisk();
    const blobs = new FileBlobStore({ directory, openFile: disk.open });
    const bus = new PostgresEventBus(database);
    const config = { ...loadSmtpIngestConfig({}, () => {}), port: 0, parserWorkers: 1 };
    const ingest = await createSmtpIngest({ database, bus, blobs, onError: () => {} }, config);
    const { port } = await ingest.start();
    disk.next = () => (random.chance(FAULT_SHARE) ? (random.one(FAULTS) ?? null) : null);
    const pace = { perSecond: scale.messagesPerSecond, largeShare: 0.5 };
    const load = new Load({ recipients: ['box@load.test'], ports: () => [port], random, ...pace });
    try {
      const total = () => Object.values(disk.faults).reduce((sum, count) => sum + count, 0);
      const goal = scale.syncFailures * 10;
      const isDone = () => FAULTS.every((fault) => disk.faults[fault] > 0) && total() >= goal;
      await until(isDone, { timeoutMs: scale.patienceMs, what: `${goal} failures of the disk`, pauseMs: 20 });
      disk.next = () => null;
      const accepted = load.accepted;
      await until(() => load.accepted >= accepted + WITHOUT_FAULTS, { timeoutMs: scale.patienceMs, what: 'recovery' });
      await load.stop();
      await ingest.close();
      const { numbers, problems } = await findProblemsOfMail({ blobs, database, load });
      const failures = Object.fromEntries(FAULTS.map((fault) => [`failures: ${fault}`, disk.faults[fault]]));
      printNumbers('a disk that fails', { ...failures, ...numbers, problems: problems.length }, `seed ${seed}`);
      expect(problems).toEqual([]);
      expect(numbers['refused and tried again']).toBeGreaterThan(0);
    } finally {
      await load.giveUp();
      await bus.close();
      await blobs.close();
      await database.close();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    }
  },
  scale.testMs,
);

type Stored = { blob: string; later: boolean };
const now = statement('faults-now', `select now() as now`);
const storedAfter = statement(
  'faults-stored-after',
  `select blob, received_at > $1 as later from raw_message where blob is not null`,
);

/** Has every sync of the process fail for a while; the segments of which one failed, and when that was over. */
async function failSyncs(world: World): Promise<{ segments: string[]; failures: number; endedAt: Date } | null> {
  const [service] = world.fleet.ready('smtp-ingest');
  const calls = await failCalls(service?.pid ?? 0, 'fdatasync,fsync', 'EIO');
  if (!calls) return null;
  const enough = async () => (await calls.failed()).length >= 3;
  await until(enough, { timeoutMs: scale.patienceMs, what: 'syncs that fail', pauseMs: 50 });
  const lines = await calls.end();
  const [row] = await world.database.query<{ now: Date }>(now);
  const segments = lines.flatMap((line) => /\/([0-9a-z-]+)\.segment>/.exec(line)?.[1] ?? []);
  return { segments, failures: lines.length, endedAt: row?.now ?? new Date() };
}

it(
  'fdatasync that fails under load (by strace, where it may trace): no 250 for it, and its segment is used no more',
  async () => {
    await runScenario({ name: 'fdatasync fails (EIO)' }, async (world) => {
      let failures = 0;
      let traced = 0;
      const abandoned = new Set<string>();
      for (let round = 0; round < scale.syncFailures; round += 1) {
        await untilAccepted(world, WITHOUT_FAULTS);
        const failed = await failSyncs(world);
        if (!failed) break;
        traced = 1;
        failures += failed.failures;
        for (const segment of failed.segments) abandoned.add(segment);
        await untilAccepted(world, WITHOUT_FAULTS);
        const stored = await world.database.query<Stored>(storedAfter, [failed.endedAt]);
        const reused = stored.filter(({ blob, later }) => later && abandoned.has(blob.split(':')[1] ?? ''));
        expect(reused).toEqual([]);
      }
      return { 'strace could be used': traced, 'syncs that failed': failures, 'segments abandoned': abandoned.size };
    });
  },
  scale.testMs,
);
