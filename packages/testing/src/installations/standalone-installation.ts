import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnService } from '../services/service-process.js';
import { until } from '../until.js';
import { bundledApps } from './test-host.js';
import { TEST_OPERATOR_TOKEN, TEST_SECRET_KEY, type OwnInstallation } from './installation.js';

/** Where its first lines say that it listens. */
const HTTP = /listening on \S+:(\d+)/;
const SMTP = /SMTP +\S+:(\d+),/;
const START_MS = 90_000;

/** The process of `npm start`, from its bundle, with a data directory of its own. */
export async function startStandaloneInstallation(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<OwnInstallation> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-e2e-'));
  const env = {
    DATABASE_URL: databaseUrl,
    MAILROOM_SECRET_KEY: TEST_SECRET_KEY,
    MAILROOM_DATA_DIR: directory,
    MAILROOM_HTTP_PORT: '0',
    MAILROOM_SMTP_PORT: '0',
    LOG_LEVEL: 'fatal',
    OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
    // A second one would load all that it needs beside whatever the suite does first.
    PARSER_WORKERS: '1',
    ...settings,
  };
  const service = spawnService('standalone', env, join(await bundledApps(), 'standalone.mjs'));
  const close = async () => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  };
  const port = (place: RegExp) => Number(place.exec(service.output())?.[1] ?? 0);
  await until(() => port(SMTP) > 0 || !service.isAlive(), { timeoutMs: START_MS, what: 'standalone to be ready' });
  if (!service.isAlive()) {
    await close();
    throw new Error(service.output());
  }
  const [baseUrl, smtpPort] = [`http://127.0.0.1:${port(HTTP)}`, port(SMTP)];
  const everywhere = { apiUrls: [baseUrl], adminUrls: [baseUrl], hostedUrls: [baseUrl], walletUrls: [baseUrl] };
  const operatorToken = env.OPERATOR_TOKEN ?? TEST_OPERATOR_TOKEN;
  const own = { output: () => service.output(), close };
  return { databaseUrl, baseUrl, operatorToken, ...everywhere, smtpPort, smtpPorts: [smtpPort], ...own };
}
