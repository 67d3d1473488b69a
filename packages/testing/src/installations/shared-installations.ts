import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '../postgres/test-database.js';
import type { Form, Installation, OwnInstallation } from './installation.js';
import { startSeparateInstallation } from './separate-installation.js';
import { startStandaloneInstallation } from './standalone-installation.js';

/** The variable that tells a test where the host is. */
const HOST = 'MAILROOM_TEST_INSTALLATIONS_URL';
const KEEP_ALIVE_MS = 600_000;

export type InstallationHost = { readonly url: string; close(): Promise<void> };

const start: Record<Form, (databaseUrl: string) => Promise<OwnInstallation>> = {
  standalone: startStandaloneInstallation,
  separate: (databaseUrl) => startSeparateInstallation(databaseUrl, { replicas: 2 }),
};

async function startOnItsDatabase(form: Form): Promise<OwnInstallation> {
  const database = await createTestDatabase();
  try {
    const installation = await start[form](database.url);
    return {
      ...installation,
      close: async () => {
        await installation.close();
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/**
 * Keeps one installation of each form for each Jest worker, from the first suite that asks for it to the end of the
 * run. It lives in Jest's own process, because a worker forgets everything between two suites.
 */
export async function hostInstallations(): Promise<InstallationHost> {
  const started = new Map<string, Promise<OwnInstallation>>();
  const join = (path: string, form: Form) => {
    const joined = started.get(path) ?? startOnItsDatabase(form);
    started.set(path, joined);
    // The next suite tries again.
    joined.catch(() => started.delete(path));
    return joined;
  };
  const server = createServer((request, response) => void answer(request, response, join));
  // Node would end a connection that is idle for five seconds, just when a busy worker uses it again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env[HOST] = url;
  return {
    url,
    close: async () => {
      server.close();
      server.closeAllConnections();
      const installations = await Promise.allSettled(started.values());
      await Promise.all(installations.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
    },
  };
}

/** Each path is `/<form>/<worker>`. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  join: (path: string, form: Form) => Promise<Installation>,
): Promise<void> {
  const path = request.url ?? '';
  const form = path.split('/')[1];
  if (form !== 'standalone' && form !== 'separate') return void response.writeHead(404).end();
  try {
    // Functions do not travel.
    response.end(JSON.stringify(await join(path, form)));
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
}

/** The installation that this Jest worker's suites share; it is started for the first of them. */
export async function joinInstallation(form: Form): Promise<Installation> {
  const host = process.env[HOST];
  if (!host) throw new Error(`${HOST} is not set: run the tests with "npm test".`);
  const response = await fetch(`${host}/${form}/${process.env.JEST_WORKER_ID ?? '1'}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Installation;
}
