import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startNats } from '../nats/nats-server.js';
import { balanceHttp, balanceTcp } from '../network/balancer.js';
import { APPS, startSeparateApps, type AppName } from '../services/separate-apps.js';
import { TEST_OPERATOR_TOKEN, type OwnInstallation } from './installation.js';

type Closing = (() => Promise<void>)[];

export type SeparateInstallationOptions = {
  /** The number of processes of each app. */
  readonly replicas: number;
  /** The apps to start; all of them if none is named. */
  readonly apps?: readonly AppName[] | undefined;
  readonly env?: Record<string, string>;
};

/** Processes of each app over a NATS server, behind a balancer for HTTP and one for SMTP. */
export async function startSeparateInstallation(
  databaseUrl: string,
  options: SeparateInstallationOptions,
): Promise<OwnInstallation> {
  const closing: Closing = [];
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part();
  };
  try {
    return { ...(await startParts(databaseUrl, options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const urlOf = (port: number) => `http://127.0.0.1:${port}`;

async function startParts(
  databaseUrl: string,
  { replicas, apps: wanted = APPS, env }: SeparateInstallationOptions,
  closing: Closing,
): Promise<Omit<OwnInstallation, 'close'>> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-e2e-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  const [nats, http, smtp] = await Promise.all([startNats(), balanceHttp(), balanceTcp()]);
  closing.push(nats.close, http.close, smtp.close);
  const apps = await startSeparateApps({
    databaseUrl,
    blobStoreUrl: pathToFileURL(join(directory, 'blobs')).href,
    natsUrl: nats.url,
    replicas: Object.fromEntries(APPS.map((app) => [app, wanted.includes(app) ? replicas : 0])),
    env: {
      MAILROOM_BASE_URL: `http://localhost:${http.port}`,
      LOG_LEVEL: 'fatal',
      // One is enough where each app has a process of its own.
      PARSER_WORKERS: '1',
      ...env,
    },
  });
  closing.push(apps.stop);
  const portsOf = (app: AppName) => apps.replicas[app].map((process) => process.port('HTTP'));
  const apiPorts = portsOf('mailbox-api');
  const adminPorts = portsOf('admin-api');
  const hostedPorts = portsOf('billing-api');
  const walletPorts = portsOf('wallet-api');
  const smtpPorts = apps.replicas['smtp-ingest'].map((process) => process.port('SMTP'));
  http.setTargets(apiPorts);
  http.setTargets(adminPorts, '/admin/api/');
  for (const prefix of ['/public/', '/v1/']) http.setTargets(hostedPorts, prefix);
  for (const prefix of ['/mcp', '/oauth', '/.well-known/oauth-', '/.well-known/openid-'])
    http.setTargets(portsOf('mcp-gateway'), prefix);
  http.setTargets(walletPorts, '/v2/');
  for (const prefix of ['/app', '/webmail', '/admin']) http.setTargets(portsOf('web'), prefix);
  smtp.setTargets(smtpPorts);
  return {
    databaseUrl,
    baseUrl: `http://127.0.0.1:${http.port}`,
    apiUrls: apiPorts.map(urlOf),
    adminUrls: adminPorts.map(urlOf),
    operatorToken: env?.OPERATOR_TOKEN ?? TEST_OPERATOR_TOKEN,
    hostedUrls: hostedPorts.map(urlOf),
    walletUrls: walletPorts.map(urlOf),
    smtpPort: smtp.port,
    smtpPorts,
    output: () =>
      apps
        .all()
        .map((process) => process.output())
        .join('\n'),
  };
}
