import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@mailroom/observability';
import { TEST_OPERATOR_TOKEN, TEST_SECRET_KEY, type OwnInstallation } from '@mailroom/testing';
import { loadConfig, startStandalone } from '../src/index.js';

/** Every app in this process, as `npm start` runs them. */
export async function startStandaloneForm(
  databaseUrl: string,
  env: Record<string, string>,
): Promise<OwnInstallation & { readonly managerTokenFile: string }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'mailroom-e2e-'));
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    MAILROOM_SECRET_KEY: TEST_SECRET_KEY,
    MAILROOM_DATA_DIR: dataDirectory,
    MAILROOM_HTTP_PORT: '0',
    MAILROOM_SMTP_PORT: '0',
    LOG_LEVEL: 'fatal',
    OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
    PARSER_WORKERS: '1',
    ...env,
  });
  let output = '';
  const log = createLog(config.logLevel, undefined, { write: (line) => (output += line) });
  const standalone = await startStandalone(config, log);
  const baseUrl = `http://127.0.0.1:${standalone.http.port}`;
  return {
    databaseUrl,
    baseUrl,
    apiUrls: [baseUrl],
    adminUrls: [baseUrl],
    operatorToken: env.OPERATOR_TOKEN ?? TEST_OPERATOR_TOKEN,
    hostedUrls: [baseUrl],
    walletUrls: [baseUrl],
    smtpPorts: [standalone.smtp.port],
    smtpPort: standalone.smtp.port,
    managerTokenFile: standalone.managerTokenFile,
    output: () => output,
    close: async () => {
      await standalone.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
