import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '../postgres/test-database.js';
import { bundleApps, type BundledApps } from '../services/bundled-apps.js';
import type { Form, Installation, OwnInstallation } from './installation.js';
import { startSeparateInstallation } from './separate-installation.js';
import { startStandaloneInstallation } from './standalone-installation.js';
import { askHost, HOST } from './test-host.js';

const KEEP_ALIVE_MS = 600_000;

export type InstallationHost = {
  readonly url: string;
  /** Closes the installations of a form that no suite will ask for any more. */
  closeForm(form: Form): Promise<void>;
  close(): Promise<void>;
};

const env = { NODE_OPTIONS: `--import=${new URL('../../jest/coarse-loop-delay.mjs', import.meta.url).href}` };

const start: Record<Form, (databaseUrl: string) => Promise<OwnInstallation>> = {
  standalone: (databaseUrl) => startStandaloneInstallation(databaseUrl, env),
  separate: (databaseUrl) => startSeparateInstallation(databaseUrl, { replicas: 2, env }),
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
 * run, and the bundles of the apps. It lives in Jest's own process, because a worker forgets everything between two
 * suites.
 */
export async function hostInstallations(): Promise<InstallationHost> {
  const started = new Map<string, Promise<OwnInstallation>>();
  let bundles: Promise<BundledApps> | undefined;
  const join = (path: string, form: Form) => {
    const joined = started.get(path) ?? startOnItsDatabase(form);
    started.set(path, joined);
    // The next suite tries again.
    joined.catch(() => started.delete(path));
    return joined;
  };
  /** Each path is `/bundles` or `/<form>/<worker>`. */
  const find = async (path: string): Promise<string | Installation | undefined> => {
    if (path === '/bundles') return (await (bundles ??= bundleApps())).directory;
    const form = path.split('/')[1];
    return form === 'standalone' || form === 'separate' ? join(path, form) : undefined;
  };
  const server = createServer((request, response) => void answer(request, response, find));
  // Node would end a connection that is idle for five seconds, just when a busy worker uses it again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env[HOST] = url;
  const closeForm = async (form: Form) => {
    const paths = [...started.keys()].filter((path) => path.startsWith(`/${form}/`));
    const ending = paths.map((path) => started.get(path));
    for (const path of paths) started.delete(path);
    const installations = await Promise.allSettled(ending);
    await Promise.all(installations.map((one) => (one.status === 'fulfilled' ? one.value?.close() : undefined)));
  };
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([closeForm('standalone'), closeForm('separate')]);
    await (await bundles?.catch(() => undefined))?.remove();
  };
  return { url, closeForm, close };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  find: (path: string) => Promise<string | Installation | undefined>,
): Promise<void> {
  try {
    const found = await find(request.url ?? '');
    if (found === undefined) return void response.writeHead(404).end();
    // Functions do not travel.
    response.end(JSON.stringify(found));
  } catch (error) {
    response.writeHead(500).end(error instanceof Error ? error.message : String(error));
  }
}

/** The installation that this Jest worker's suites share; it is started for the first of them. */
export async function joinInstallation(form: Form): Promise<Installation> {
  return (await askHost(`/${form}/${process.env.JEST_WORKER_ID ?? '1'}`)) as Installation;
}
