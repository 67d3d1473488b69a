import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileBlobStore } from '@mailroom/blobs';
import { Database, statement } from '@mailroom/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mailroom/embedded-postgres';
import { createTokenText, DEFAULT_TENANT_ID } from '@mailroom/identity';
import { APPS, startNats, startSeparateApps, type AppName, type NatsServer } from '@mailroom/testing';
import { Agents } from './agents.js';
import { ApiClient } from './api-client.js';
import { Fleet } from './fleet.js';
import { LeaseHistory } from './lease-history.js';
import { Load } from './load.js';
import { startNextHop, type NextHop } from './next-hop.js';
import { Random, runSeed } from './random.js';
import { scale } from './scale.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

export type WorldOptions = {
  readonly name: string;
  /** The number of replicas of each app; default 1. */
  readonly replicas?: number;
  /** Messages of the load; default 50. */
  readonly perSecond?: number;
  /** The route from an app to the servers, if it is not the direct one. */
  readonly route?: (app: AppName, databaseUrl: string, natsUrl: string) => Promise<Record<string, string>>;
};

/** The whole system with everyone who uses it, on its own Postgres and NATS server. */
export type World = {
  readonly name: string;
  readonly seed: number;
  readonly random: Random;
  readonly postgres: EmbeddedPostgres;
  readonly nats: NatsServer;
  readonly blobs: FileBlobStore;
  readonly blobDirectory: string;
  /** A direct connection to Postgres, whatever stands between it and the apps. */
  readonly database: Database;
  readonly hop: NextHop;
  readonly hooks: WebhookReceiver;
  readonly fleet: Fleet;
  /** The API as the agents' mailbox sees it. */
  readonly api: ApiClient;
  readonly manager: ApiClient;
  readonly history: LeaseHistory;
  readonly agents: Agents;
  readonly load: Load;
  close(): Promise<void>;
};

const ADDRESS = 'agents@mailroom.test';

const insertToken = statement(
  'faults-manager-token',
  `insert into access_token (tenant_id, level, scopes, token_hash) values ($1, 'manager', array['read', 'send'], $2)`,
);

/** Starts the system, and with it the load and the agents. */
export async function startWorld({ name, replicas = 1, perSecond, route }: WorldOptions): Promise<World> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const part of closing.splice(0).reverse()) await part();
  };
  try {
    const seed = runSeed();
    process.stderr.write(`faults: ${name} (${scale.name}) begins with FAULTS_SEED=${seed}\n`);
    const random = new Random(seed);
    const { directory, postgres, nats } = await startServers(closing);
    const hop = await startNextHop(new Random(seed + 1));
    closing.push(() => hop.close());
    const hooks = await startWebhookReceiver(new Random(seed + 2));
    closing.push(() => hooks.close());
    const blobDirectory = join(directory, 'blobs');
    const routes = await Promise.all(
      APPS.map(async (app) => [app, (await route?.(app, postgres.url, nats.url)) ?? {}] as const),
    );
    const apps = await startSeparateApps({
      databaseUrl: postgres.url,
      natsUrl: nats.url,
      blobStoreUrl: pathToFileURL(blobDirectory).href,
      built: true,
      replicas: Object.fromEntries(APPS.map((app) => [app, replicas])),
      appEnv: Object.fromEntries(routes),
      env: {
        OUTBOUND_MODE: 'relay',
        OUTBOUND_RELAY_URL: `smtp://127.0.0.1:${hop.port}`,
        LOG_LEVEL: process.env.FAULTS_LOG ?? 'fatal',
        PARSER_WORKERS: '1',
      },
    });
    closing.push(() => apps.stop());
    const fleet = new Fleet(apps);
    const database = new Database({ url: postgres.url, poolSize: 4 });
    closing.push(() => database.close());
    const { api, manager } = await signUp(fleet, database, hooks, random);
    const history = new LeaseHistory();
    const agents = new Agents({ api, database, history, random: new Random(seed + 3) });
    const ports = () => fleet.ports('smtp-ingest', 'SMTP');
    const load = new Load({ recipients: [ADDRESS], ports, perSecond: perSecond ?? scale.messagesPerSecond, random });
    closing.push(() => Promise.all([load.giveUp(), agents.giveUp()]));
    const blobs = new FileBlobStore({ directory: blobDirectory });
    const parts = { hop, hooks, fleet, api, manager, history, agents, load, blobs, blobDirectory };
    return { name, seed, random, postgres, nats, database, ...parts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServers(closing: (() => Promise<unknown>)[]) {
  const directory = await mkdtemp(join(tmpdir(), 'mailroom-faults-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, maxConnections: 200 });
  closing.push(() => postgres.stop());
  const nats = await startNats();
  closing.push(() => nats.close());
  return { directory, postgres, nats };
}

/** Creates a mailbox for all agents, with a webhook; returns the API as its owner and as a manager see it. */
async function signUp(
  fleet: Fleet,
  database: Database,
  hooks: WebhookReceiver,
  random: Random,
): Promise<{ api: ApiClient; manager: ApiClient }> {
  const managerToken = createTokenText('mrm_');
  await database.query(insertToken, [DEFAULT_TENANT_ID, createHash('sha256').update(managerToken).digest()]);
  const ports = () => fleet.ports('mailbox-api', 'HTTP');
  const manager = new ApiClient(ports, managerToken, random);
  const made = (await manager.call('POST', '/mailboxes', { email: ADDRESS })).data as { token: { token: string } };
  const api = new ApiClient(ports, made.token.token, random);
  const hook = await api.call('POST', '/webhooks', { url: hooks.url, events: ['email.received'] });
  hooks.trust((hook.data as { secret: string }).secret);
  return { api, manager };
}
