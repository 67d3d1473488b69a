// Measures one, two and four replicas of an app on one database and one NATS server: what more of them gain on this
// machine, what a message costs each part, where the next limit lies, and how many bytes a stored email takes.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from '@mailroom/database';
import { startEmbeddedPostgres } from '@mailroom/embedded-postgres';
import { startNats, startSeparateApps } from '../../packages/testing/dist/index.js';
import { median, ratioLine, valueLine } from './figures.mjs';
import { claims, lists, mailIn, startEndpoint, webhooks } from './replica-loads.mjs';
import { limitOf, ResourceUse } from './resource-use.mjs';
import { bytesPerEmail } from './stored-bytes.mjs';
import { drained, settled } from './system.mjs';

const COUNTS = [1, 2, 4];
const MAILBOXES = 16;
/** Replicas start cold and share the load before anything counts: each gets as much of it as one alone. */
const WARM_SECONDS = 2;
const NONE = { 'mailbox-api': 0, 'smtp-ingest': 0, outbound: 0, 'webhook-dispatcher': 0, indexer: 0, janitor: 0 };

export async function replicas(_system, { quick, report }) {
  if (process.platform !== 'linux') return report(valueLine('replicas', 'not measured', '–', 'needs /proc'));
  const options = quick
    ? { rounds: 1, seconds: 1, limitMs: 15_000, report }
    : { rounds: 3, seconds: 2, limitMs: 120_000, report };
  const world = await startWorld();
  try {
    await dispatchers(world, options);
    const use = (ports, work) => (seconds) => work(ports, world.mailboxes, seconds);
    await compare(world, { app: 'mailbox-api', unit: 'lists of 20' }, (ports) => use(ports, lists), options);
    await compare(world, { app: 'mailbox-api', unit: 'claim + finish' }, (ports) => use(ports, claims), options);
    const addresses = world.mailboxes.map(({ address }) => address);
    const take = (ports) => (seconds) => mailIn(ports, addresses, seconds);
    await compare(
      world,
      { app: 'smtp-ingest', unit: '2 KB messages', protocol: 'SMTP', goalOfTwo: '≥ 0.85' },
      take,
      options,
    );
    await bytesPerEmail(world, report);
  } finally {
    await world.stop();
  }
}

/** Sets up Postgres, NATS, mailboxes, and emails to work on; it leaves no app running. */
export async function startWorld() {
  const directory = mkdtempSync(join(tmpdir(), 'mailroom-bench-'));
  chmodSync(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, maxConnections: 200 });
  await migrate(postgres.url);
  const nats = await startNats();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
  pool.on('error', () => {});
  const world = {
    pool,
    /** Runs replicas of apps for as long as `work` takes. */
    withApps: async (replicas, work) => {
      const apps = await startSeparateApps({
        databaseUrl: postgres.url,
        natsUrl: nats.url,
        blobStoreUrl: pathToFileURL(join(directory, 'raw')).href,
        replicas: { ...NONE, ...replicas },
        built: true,
        env: { SMTP_MAX_CONNECTIONS_PER_CLIENT: '200', LOG_LEVEL: 'fatal' },
      });
      try {
        return await work(apps.replicas);
      } finally {
        await apps.stop();
      }
    },
    stop: async () => {
      await pool.end();
      await nats.close();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  try {
    world.use = await ResourceUse.of(pool);
    world.mailboxes = await prepare(world);
    return world;
  } catch (error) {
    await world.stop();
    throw error;
  }
}

async function prepare(world) {
  return world.withApps({ 'mailbox-api': 1, 'smtp-ingest': 1, 'webhook-dispatcher': 1 }, (apps) => fill(world, apps));
}

async function fill(world, { 'mailbox-api': [api], 'smtp-ingest': [ingest] }) {
  const manager = await insertManagerToken(world.pool);
  const post = async (path, body, token = manager) => {
    const url = `http://127.0.0.1:${api.port('HTTP')}/api/agent/v1${path}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()).data;
  };
  const mailboxes = [];
  for (let number = 0; number < MAILBOXES; number += 1) {
    const email = `bench${number}@mailroom.test`;
    const { mailbox, token } = await post('/mailboxes', { email });
    mailboxes.push({ id: mailbox.id, address: email, token: token.token });
  }
  await mailIn(
    [ingest.port('SMTP')],
    mailboxes.map(({ address }) => address),
    2,
  );
  await settled(world.pool);
  world.endpoint = await startEndpoint();
  for (const { token } of mailboxes) await post('/webhooks', { url: world.endpoint.url }, token);
  return mailboxes;
}

async function insertManagerToken(pool) {
  const { createTokenText, hashToken, DEFAULT_TENANT_ID } = await import('../../packages/identity/dist/index.js').then(
    async (identity) => ({ ...identity, ...(await import('../../packages/identity/dist/token-text.js')) }),
  );
  const text = createTokenText('mrm_');
  await pool.query(
    `insert into access_token (tenant_id, level, scopes, token_hash) values ($1, 'manager', array['read', 'send'], $2)`,
    [DEFAULT_TENANT_ID, hashToken(text)],
  );
  return text;
}

/** Runs interleaved rounds; each number of replicas is started anew and warmed up. */
async function compare(
  world,
  { app, unit, protocol = 'HTTP', goalOfTwo = '–' },
  workOn,
  { rounds, seconds, limitMs, report },
) {
  const results = Object.fromEntries(COUNTS.map((count) => [count, []]));
  const until = performance.now() + limitMs;
  // A busy machine gets fewer rounds, so that the whole stays bounded; each round has all numbers of replicas.
  for (let round = 0; round < rounds && (round === 0 || performance.now() < until); round += 1) {
    for (const count of COUNTS) {
      await world.pool.query(
        `update email_task set status = 'new', lease_owner = null, lease_token = null, lease_expires_at = null, attempts = 0
         where status <> 'new'`,
      );
      const measured = await world.withApps({ [app]: count }, async ({ [app]: services }) => {
        const work = workOn(services.map((service) => service.port(protocol)));
        await work(WARM_SECONDS * count);
        await settled(world.pool);
        return world.use.during(
          services,
          () => work(seconds),
          () => drained(world),
        );
      });
      results[count].push(measured);
    }
  }
  tell(`${app}, ${unit}`, results, report, goalOfTwo);
}

/** Lets events wait in the outbox, and measures until the last is answered. */
async function dispatchers(world, { rounds, seconds, report }) {
  const app = 'webhook-dispatcher';
  const results = Object.fromEntries(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const count of COUNTS) {
      const send = (events) => webhooks(world.pool, world.endpoint, world.mailboxes, events);
      const measured = await world.withApps({ [app]: count }, async ({ [app]: services }) => {
        await send(500);
        return world.use.during(
          services,
          () => send(1_000 * seconds),
          () => settled(world.pool),
        );
      });
      results[count].push(measured);
    }
  }
  world.endpoint.close();
  await world.pool.query('update webhook set status = 1');
  tell(`${app}, events to 2xx`, results, report);
}

function tell(what, results, report, goalOfTwo = '–') {
  const rates = (count) => results[count].map(({ perSecond }) => perSecond);
  for (const count of COUNTS.slice(1)) {
    report(ratioLine(`${what}: ${count} replicas against 1`, rates(count), rates(1), count === 2 ? goalOfTwo : '–'));
  }
  const typical = (count) => results[count].find(({ perSecond }) => perSecond === median(rates(count)));
  const [one, most] = [typical(1), typical(COUNTS.at(-1))];
  const micros = Object.entries(one.cost).map(([part, seconds]) => `${part} ${(seconds * 1e6).toFixed(0)} µs`);
  const total = Object.entries(one.cost).reduce((sum, [part, seconds]) => sum + (part === 'load' ? 0 : seconds), 0);
  report(valueLine(`${what}: processor for one`, `${(total * 1e6).toFixed(0)} µs`, '–', micros.join(', ')));
  const { walBytes, commits, syncs } = one.each;
  const writes = `${commits.toFixed(2)} commits, ${syncs.toFixed(2)} syncs`;
  report(valueLine(`${what}: WAL for one`, `${walBytes.toFixed(0)} bytes`, '–', writes));
  for (const [count, use] of [
    [1, one],
    [COUNTS.at(-1), most],
  ]) {
    const { limit, figures } = limitOf(use);
    report(valueLine(`${what}: limit with ${count}`, limit, '–', figures));
  }
}
