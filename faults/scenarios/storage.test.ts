import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { PostgresEventBus } from '@mailroom/messaging';
import { createSmtpIngest, loadSmtpIngestConfig } from '@mailroom/smtp-ingest';
import { buildMailbox, buildTenant, createTestDatabase, FailingDisk, until, type DiskFault } from '@mailroom/testing';
import { findProblemsOfMail } from '../mail-check.js';
import { Load } from '../load.js';
import { Random, runSeed } from '../random.js';
import { runScenario, untilAccepted } from '../run-scenario.js';
import { scale } from '../scale.js';
import { failCalls, openFilesOf, type FailingCalls } from '../system-calls.js';
import { printNumbers } from '../verdict.js';
import type { World } from '../world.js';

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

type Failure = { segments: string[]; failures: number; endedAt: Date };

/** Lets calls fail until that many have; returns the segments they concerned and when it was over. */
async function failFor(world: World, calls: FailingCalls, count: number): Promise<Failure> {
  const enough = async () => (await calls.failed()).length >= count;
  await until(enough, { timeoutMs: scale.patienceMs, what: 'calls that fail', pauseMs: 50 });
  const lines = await calls.end();
  const [row] = await world.database.query<{ now: Date }>(now);
  const segments = lines.flatMap((line) => /\/([0-9a-z-]+)\.segment>/.exec(line)?.[1] ?? []);
  return { segments, failures: lines.length, endedAt: row?.now ?? new Date() };
}

/** Every sync of the process fails for a while. */
async function failSyncs(world: World, pid: number): Promise<Failure | null> {
  const calls = await failCalls(pid, 'fdatasync,fsync', 'EIO');
  return calls && failFor(world, calls, 3);
}

/** Makes the next write to the app's segment find the disk full. */
async function failWrites(world: World, pid: number): Promise<Failure | null> {
  let path: string | undefined;
  const isOpen = async () => {
    [path] = await openFilesOf(pid, world.blobDirectory);
    return path !== undefined;
  };
  await until(isOpen, { timeoutMs: scale.patienceMs, what: 'an open segment', pauseMs: 50 });
  const calls = await failCalls(pid, 'write,writev', 'ENOSPC', path);
  return calls && failFor(world, calls, 1);
}

it(
  'calls to the disk that fail under load (by strace, where it may trace): no 250 for them, and the segment is left',
  async () => {
    await runScenario({ name: 'fdatasync (EIO) and write (ENOSPC) fail' }, async (world) => {
      const counts = { 'strace could be used': 0, 'syncs that failed': 0, 'writes that failed': 0 };
      const pid = world.fleet.ready('smtp-ingest')[0]?.pid ?? 0;
      const abandoned = new Set<string>();
      const judge = async ({ segments, failures, endedAt }: Failure) => {
        for (const segment of segments) abandoned.add(segment);
        await untilAccepted(world, WITHOUT_FAULTS);
        const stored = await world.database.query<Stored>(storedAfter, [endedAt]);
        expect(stored.filter(({ blob, later }) => later && abandoned.has(blob.split(':')[1] ?? ''))).toEqual([]);
        return failures;
      };
      for (let round = 0; round < scale.syncFailures; round += 1) {
        await untilAccepted(world, WITHOUT_FAULTS);
        const syncs = await failSyncs(world, pid);
        if (!syncs) break;
        counts['strace could be used'] = 1;
        counts['syncs that failed'] += await judge(syncs);
        const writes = await failWrites(world, pid);
        if (writes) counts['writes that failed'] += await judge(writes);
      }
      return { ...counts, 'segments abandoned': abandoned.size };
    });
  },
  scale.testMs,
);
