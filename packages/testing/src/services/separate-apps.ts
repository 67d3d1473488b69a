import { join } from 'node:path';
import { TEST_OPERATOR_TOKEN, TEST_SECRET_KEY } from '../installations/installation.js';
import { bundledApps } from '../installations/test-host.js';
import { spawnService, untilReady, type ServiceProcess } from './service-process.js';

/** Every app that runs as a process of its own. */
export const APPS = [
  'mailbox-api',
  'admin-api',
  'billing-api',
  'mcp-gateway',
  'wallet-api',
  'web',
  'smtp-ingest',
  'outbound',
  'webhook-dispatcher',
  'indexer',
  'janitor',
] as const;
export type AppName = (typeof APPS)[number];

export type SeparateAppsOptions = {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly blobStoreUrl: string;
  /** The number of replicas of each app; one if the app is not named. */
  readonly replicas?: Partial<Record<AppName, number>>;
  /** Further variables, the same for all apps. */
  readonly env?: Record<string, string>;
  /** Variables of one app alone; they take precedence over all others. */
  readonly appEnv?: Partial<Record<AppName, Record<string, string>>>;
  /** Whether they start from the built files, as an operator's do, and not from bundles, which start in half the time. */
  readonly built?: boolean;
};

export type SeparateApps = {
  readonly env: Record<string, string>;
  envOf(app: AppName): Record<string, string>;
  /** Starts one more process of an app, from the same files as the others. */
  spawn(app: AppName, env?: Record<string, string>): ServiceProcess;
  /** The processes of an app, by replica; a test that replaces one stores the new one in its place. */
  readonly replicas: Readonly<Record<AppName, ServiceProcess[]>>;
  all(): ServiceProcess[];
  stop(): Promise<void>;
};

/** Starts the apps as separate processes on ports that they choose. */
export async function startSeparateApps(options: SeparateAppsOptions): Promise<SeparateApps> {
  const env = {
    DATABASE_URL: options.databaseUrl,
    NATS_URL: options.natsUrl,
    BLOB_STORE_URL: options.blobStoreUrl,
    MAILROOM_HTTP_HOST: '127.0.0.1',
    MAILROOM_HTTP_PORT: '0',
    MAILROOM_SMTP_HOST: '127.0.0.1',
    MAILROOM_SMTP_PORT: '0',
    MAILROOM_MAIL_DOMAINS: 'mailroom.test',
    WEBHOOK_ALLOW_PRIVATE: 'loopback',
    OUTBOUND_MODE: 'capture',
    RATE_LIMIT_RPS: '0',
    SIGNUP: 'open',
    SIGNUP_DOMAIN: 'mailroom.test',
    SIGNUP_PER_HOUR: '0',
    SIGNUP_PER_NETWORK_HOUR: '0',
    SIWE_NEW_PER_HOUR: '0',
    LEASE_DOMAIN: 'mailroom.test',
    SIWE_OPEN_PER_NETWORK: '0',
    SIWE_PER_NETWORK_HOUR: '0',
    MAILROOM_SECRET_KEY: TEST_SECRET_KEY,
    OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
    ...options.env,
  };
  const envOf = (app: AppName) => ({ ...env, ...options.appEnv?.[app] });
  const bundles = options.built ? undefined : await bundledApps();
  const spawn = (app: AppName, own = envOf(app)) =>
    spawnService(app, own, bundles === undefined ? undefined : join(bundles, `${app}.mjs`));
  const start = (app: AppName) => Array.from({ length: options.replicas?.[app] ?? 1 }, () => spawn(app));
  const replicas = Object.fromEntries(APPS.map((app) => [app, start(app)])) as Record<AppName, ServiceProcess[]>;
  const all = () => Object.values(replicas).flat();
  const stop = async () => {
    await Promise.all(all().map((service) => service.stop()));
  };
  try {
    for (const service of all()) await untilReady(service, 90_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, envOf, spawn, replicas, all, stop };
}
