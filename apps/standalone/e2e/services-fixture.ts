import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Database, statement } from '@mailroom/database';
import { createTokenText, DEFAULT_TENANT_ID } from '@mailroom/identity';
import {
  createTestDatabase,
  startNats,
  startSeparateApps,
  type AppName,
  type NatsServer,
  type SeparateApps,
  type ServiceProcess,
} from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { ApiClient } from './mailroom-fixture.js';

export type ServicesOptions = {
  /** The password of the user `mailroom` at NATS. */
  readonly natsPassword?: string;
  /** A blob store to use instead of a directory of its own. */
  readonly blobStoreUrl?: string;
  /** Variables that are the same for every app. */
  readonly env?: Record<string, string>;
  /** Variables of one app alone; they take precedence over all others. */
  readonly appEnv?: Partial<Record<AppName, Record<string, string>>>;
  /** The number of processes of each app; one if the app is not named. */
  readonly replicas?: Partial<Record<AppName, number>>;
};

/** Each app in one process of its own over NATS, for tests that look at the processes themselves. */
export type Services = {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly nats: NatsServer;
  readonly blobStoreUrl: string;
  readonly apps: SeparateApps;
  readonly manager: ApiClient;
  one(app: AppName): ServiceProcess;
  /** A new mailbox with a token of both scopes. */
  mailbox(name: string): Promise<{ address: string; api: ApiClient }>;
  /** Delivers by SMTP with a client that is not ours; rejects with the reply that refused it. */
  send(mail: object, ingest?: ServiceProcess): Promise<void>;
  close(): Promise<void>;
};

const insertToken = statement(
  'test-manager-token',
  `insert into access_token (tenant_id, level, scopes, token_hash) values ($1, 'manager', array['read', 'send'], $2)`,
);

/** The whole system on a database and a NATS server of its own. */
export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part();
  };
  try {
    return { ...(await startParts(options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(
  { natsPassword, blobStoreUrl: elsewhere, env = {}, appEnv = {}, replicas = {} }: ServicesOptions,
  closing: (() => Promise<unknown>)[],
): Promise<Omit<Services, 'close'>> {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-services-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  const { url: databaseUrl, drop } = await createTestDatabase();
  closing.push(drop);
  const database = new Database({ url: databaseUrl, poolSize: 2, applicationName: 'test' });
  closing.push(() => database.close());
  const nats = await startNats();
  closing.push(() => nats.close());
  const natsUrl = natsPassword ? nats.url.replace('//', `//mailroom:${natsPassword}@`) : nats.url;
  const blobStoreUrl = elsewhere ?? pathToFileURL(directory).href;
  const apps = await startSeparateApps({ databaseUrl, natsUrl, blobStoreUrl, env, appEnv, replicas });
  closing.push(() => apps.stop());

  const one = (app: AppName) => {
    const [service] = apps.replicas[app];
    if (!service) throw new Error(`${app} was not started.`);
    return service;
  };
  const token = createTokenText('mrm_');
  await database.query(insertToken, [DEFAULT_TENANT_ID, createHash('sha256').update(token).digest()]);
  const manager = new ApiClient(`http://127.0.0.1:${one('mailbox-api').port('HTTP')}`, token);
  const mailbox = async (name: string) => {
    const made = await manager.data('POST', '/mailboxes', { email: `${name}@mailroom.test` });
    return { address: made.mailbox.email, api: new ApiClient(manager.baseUrl, made.token.token) };
  };
  const send = async (mail: object, ingest = one('smtp-ingest')) => {
    const host = { host: '127.0.0.1', port: ingest.port('SMTP'), tls: { rejectUnauthorized: false } };
    const transport = nodemailer.createTransport(host);
    await transport.sendMail(mail).finally(() => transport.close());
  };
  return { database, databaseUrl, nats, blobStoreUrl, apps, manager, one, mailbox, send };
}
