import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { silentLog } from '@mailroom/observability';
import { createTestDatabase, freePort, until, type TestDatabase } from '@mailroom/testing';
import { loadServiceConfig } from '../src/service.config.js';
import { defineService, type Place } from '../src/service.js';
import { startService } from '../src/start-service.js';

let test: TestDatabase;
let directory: string;
beforeAll(async () => {
  test = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'mailroom-runtime-'));
});
afterAll(async () => {
  await test.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts an app that is a process of its own, without a broker. */
async function start(begin: (place: Place) => Promise<void>, blobs = directory, writesBlobs = true) {
  const traits = { name: 'half', writesBlobs, writesEvents: true, needsBroker: false, opensSecrets: false };
  const service = defineService({ ...traits, load: () => null, gauges: () => [], start: begin });
  const env = {
    DATABASE_URL: test.url,
    NATS_URL: 'nats://127.0.0.1:1',
    BLOB_STORE_URL: pathToFileURL(blobs).href,
    MAILROOM_HTTP_HOST: '127.0.0.1',
    MAILROOM_HTTP_PORT: String(await freePort()),
  };
  const fail = (problem: string): never => {
    throw new Error(problem);
  };
  const config = { ...loadServiceConfig(env, fail), app: service.load(env, fail) };
  return { url: `http://127.0.0.1:${config.http.port}`, running: startService(service, config, silentLog) };
}

const isServed = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

it('closes what an app had begun when its start fails half way, last first, and then what it stood on', async () => {
  const closed: string[] = [];
  const { url, running } = await start(async ({ resources, parts }) => {
    for (const name of ['first', 'second']) {
      parts.open({
        close: async () => {
          await resources.database.query(statement('still-open', 'select 1'));
          closed.push(name);
        },
      });
    }
    throw new Error('The third does not start.');
  });
  await expect(running).rejects.toThrow('The third does not start.');
  expect(closed).toEqual(['second', 'first']);
  expect(await isServed(url)).toBe(false);

  const database = new Database({ url: test.url, poolSize: 1 });
  const connections = statement(
    'left-open',
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'mailroom-half'`,
  );
  await until(async () => (await database.query(connections)).length === 0, { what: 'its connections to end' });
  await database.close();
});

it('is alive until its app has ended, so that whoever asks hears that it is not ready', async () => {
  let end = (): void => undefined;
  const ending = new Promise<void>((resolve) => (end = resolve));
  const { url, running } = await start(async ({ parts }) => parts.add(() => ending));
  const { close } = await running;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const closing = close();
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  end();
  await closing;
  expect(await isServed(url)).toBe(false);
});

it('does not start where it has blobs to write and can not, and names the variable', async () => {
  const file = join(directory, 'a-file');
  await writeFile(file, '');
  const below = join(file, 'blobs');
  const nothing = async () => {};
  const { running } = await start(nothing, below);
  await expect(running).rejects.toThrow(`BLOB_STORE_URL: nothing can be written in ${below} (ENOTDIR).`);
  const reader = await start(nothing, below, false);
  const { close } = await reader.running;
  expect((await fetch(`${reader.url}/readyz`)).status).toBe(200);
  await close();
});
