import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import pg from 'pg';
import { copyBinaries } from '../src/binary-copy.js';
import { repairBinaries } from '../src/postgres-binaries.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/embedded-postgres.js';

let root: string;
const running: EmbeddedPostgres[] = [];
const isRoot = process.getuid?.() === 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mailroom embedded '));
  await chmod(root, 0o755);
});
afterAll(async () => {
  for (const postgres of running) await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

async function start(dataDirectory: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, durable: false });
  running.push(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(postgres), 1);
  await postgres.stop();
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const built = new URL('../dist/index.js', import.meta.url).href;

/** The same in a process of its own, which can be killed. */
function spawnStart(dataDirectory: string): ChildProcess {
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(built)};
    await startEmbeddedPostgres({ dataDirectory: process.argv[1], durable: false });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, dataDirectory], { stdio: 'ignore' });
}

describe('the embedded Postgres', () => {
  it('makes a cluster at the first start and has its data at the second, under a path with spaces', async () => {
    const first = await start(join(root, 'kept'));
    await query(first, 'create table kept as select 42 as n');
    await stop(first);
    const second = await start(join(root, 'kept'));
    expect(await query(second, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('lets nobody in without its password', async () => {
    const postgres = await start(join(root, 'guarded'));
    const client = new pg.Client({ connectionString: postgres.url.replace(/:[^:@]+@/, ':wrong@') });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  it('is started again on its port when it dies, and restarts on request', async () => {
    const postgres = await start(join(root, 'supervised'));
    process.kill(postgres.pid, 'SIGKILL');
    await until(() =>
      query(postgres, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await postgres.restart();
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets one of two simultaneous first starts have the directory, and tells the other', async () => {
    const outcomes = await Promise.allSettled([start(join(root, 'raced')), start(join(root, 'raced'))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(refused?.reason).toMatchObject({ problem: 'data_directory_in_use' });
  });

  it('is not misled by a stale lock file, whose process id is another program by now', async () => {
    const first = await start(join(root, 'stale'));
    await stop(first);
    await writeFile(join(root, 'stale/postgres/postmaster.pid'), `${process.pid}\n/nowhere\n0\n5432\n\n127.0.0.1\n`);
    const second = await start(join(root, 'stale'));
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lies where its user can reach it when the data directory is closed to others', async () => {
    const closed = join(root, 'closed');
    const parent = await mkdtemp(closed);
    const postgres = await start(join(parent, 'data'));
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop(postgres);
    const location = join(parent, 'data/postgres-location');
    expect(existsSync(location)).toBe(isRoot);
    expect(existsSync(join(parent, 'data/postgres/PG_VERSION'))).toBe(!isRoot);
    if (isRoot) await rm(dirname((await readFile(location, 'utf8')).trim()), { recursive: true });
  });

  it.each(['postgres-password', 'postgres-location', 'manager-token', 'blobs'])(
    'makes no empty database where %s speaks of one that is missing',
    async (sign) => {
      const directory = join(root, `without its database, ${sign}`);
      const recorded = '/var/lib/mailroom/00000000000000ff/postgres';
      const place = sign === 'postgres-location' ? recorded : join(directory, 'postgres');
      await mkdir(join(directory, sign === 'blobs' ? 'blobs' : '.'), { recursive: true });
      if (sign !== 'blobs') await writeFile(join(directory, sign), `${recorded}\n`);
      const before = await readdir(directory);
      await expect(start(directory)).rejects.toMatchObject({
        problem: 'cluster_missing',
        message: expect.stringMatching(new RegExp(`holds ${sign}\\).*database ${place} is missing: bring that`)),
      });
      expect(await readdir(directory)).toEqual(before);
      expect(existsSync(dirname(recorded))).toBe(false);
    },
  );

  it('begins again where the first start was killed before the cluster was complete', async () => {
    const directory = join(root, 'interrupted');
    const child = spawnStart(directory);
    await until(() => existsSync(join(directory, 'postgres-password')), { pauseMs: 1, what: 'its first files' });
    const killed = once(child, 'exit');
    child.kill('SIGKILL');
    await killed;
    expect(existsSync(join(directory, 'postgres/PG_VERSION'))).toBe(false);
    const postgres = await start(directory);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(directory, 'postgres-unfinished'))).toBe(false);
  });

  it('refuses a cluster of another Postgres, and says what to do', async () => {
    await stop(await start(join(root, 'old')));
    await writeFile(join(root, 'old/postgres/PG_VERSION'), '9\n');
    await expect(start(join(root, 'old'))).rejects.toThrow(/was made by Postgres 9.*dump it/);
  });

  it('runs from a copy of its binaries too, with every library link that an install script would have made', async () => {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    const native = join(dirname(dirname(createRequire(wrapper).resolve(platform))), 'native');
    const copy = await copyBinaries(native, join(root, 'postgres-copy'), repairBinaries);
    expect(execFileSync(join(copy, 'bin/initdb'), ['--version'], { encoding: 'utf8' })).toMatch(
      /^initdb \(PostgreSQL\) \d+/,
    );
  });
});
