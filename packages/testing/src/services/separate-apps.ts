import { spawnService, untilReady, type ServiceProcess } from './service-process.js';

/** Every app that runs as a process of its own. */
export const APPS = ['mailbox-api', 'smtp-ingest', 'outbound', 'webhook-dispatcher', 'indexer'] as const;
export type AppName = (typeof APPS)[number];

export type SeparateAppsOptions = {
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly blobStoreUrl: string;
  /** Of each app; one where it is not named. */
  readonly replicas?: Partial<Record<AppName, number>>;
  /** Other variables, the same for all. */
  readonly env?: Record<string, string>;
  /** Of an app alone; it goes before all others. */
  readonly appEnv?: Partial<Record<AppName, Record<string, string>>>;
};

export type SeparateApps = {
  readonly env: Record<string, string>;
  envOf(app: AppName): Record<string, string>;
  /** The processes of an app, by replica; a test that replaces one puts the new one in its place. */
  readonly replicas: Readonly<Record<AppName, ServiceProcess[]>>;
  all(): ServiceProcess[];
  stop(): Promise<void>;
};

/** Starts the apps as processes of their own, as an operator does, on ports of their own choice. */
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
    ...options.env,
  };
  const envOf = (app: AppName) => ({ ...env, ...options.appEnv?.[app] });
  const start = (app: AppName) =>
    Array.from({ length: options.replicas?.[app] ?? 1 }, () => spawnService(app, envOf(app)));
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
  return { env, envOf, replicas, all, stop };
}
