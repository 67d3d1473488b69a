import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { startOtlpCollector, until, type OtlpCollector } from '@mailroom/testing';
import { canary, leaksIn, listenToNats } from './canaries.js';
import { startHostileNeighbours, type HostileNeighbours } from './hostile-neighbours.js';
import type { ApiClient } from './mailroom-fixture.js';
import { startServices, type Services } from './services-fixture.js';

let wire: Awaited<ReturnType<typeof listenToNats>>;
let collector: OtlpCollector;
let neighbours: HostileNeighbours;
let services: Services;
let api: ApiClient;
let address: string;
/** What must not be found: the canaries, and the secrets that the system made itself. */
const secrets: Record<string, string> = { ...canary };
/** This one is planted in an event itself, so events are not searched for it. */
const poison = `cnrypoison${randomBytes(5).toString('hex')}`;
const scrapes: string[] = [];
const requestIds: string[] = [];

const readEvents = statement(
  'test-events',
  `select coalesce(string_agg(o::text, E'\\n'), '') as text from outbox_event o`,
);
const readDeliveries = statement(
  'test-deliveries',
  `select coalesce(string_agg(d::text, E'\\n'), '') as text from bus_delivery d`,
);
const plantEvent = statement(
  'test-plant-event',
  `insert into outbox_event (id, type, payload) values (gen_random_uuid(), 'email.accepted', $1::jsonb)`,
);
const forgetEvent = statement('test-forget-event', `delete from outbox_event where payload ? 'rawId'`);
const cutConnections = statement(
  'test-cut',
  `select pg_terminate_backend(pid) as cut from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and application_name like 'mailroom-%'`,
);

function output(): string {
  return services.apps
    .all()
    .map((service) => service.output())
    .join('\n');
}

beforeAll(async () => {
  [collector, neighbours] = await Promise.all([startOtlpCollector(), startHostileNeighbours(canary)]);
  services = await startServices({
    natsPassword: canary.natsPassword,
    blobStoreUrl: `s3://mail/raw?endpoint=${neighbours.s3Url}`,
    env: {
      LOG_LEVEL: 'trace',
      NODE_NO_WARNINGS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      AWS_ACCESS_KEY_ID: 'AKIDTEST',
      AWS_SECRET_ACCESS_KEY: canary.s3Key,
      AWS_EC2_METADATA_DISABLED: 'true',
      OUTBOUND_MODE: 'relay',
      OUTBOUND_RELAY_URL: `smtp://mailroom:${canary.relayPassword}@127.0.0.1:${neighbours.relayPort}`,
    },
  });
  wire = await listenToNats(services.nats.url);
  const { password } = new URL(services.databaseUrl);
  if (password.length >= 8) secrets.databasePassword = password;
  ({ api, address } = await services.mailbox(canary.recipient));
  secrets.managerToken = services.manager.token;
  secrets.mailboxToken = api.token;
  const url = `${neighbours.hookUrl}/${canary.webhookPath}?key=${canary.webhookQuery}`;
  secrets.webhookSecret = (await api.data('POST', '/webhooks', { url, events: ['email.received'] })).secret;
}, 120_000);

afterAll(async () => {
  wire.close();
  await services.close();
  await Promise.all([neighbours.close(), collector.close()]);
}, 60_000);

async function sendMail(extra: object = {}): Promise<string> {
  const answer = services.send({
    from: `${canary.sender}@example.org`,
    to: address,
    subject: canary.subject,
    text: `${canary.text}. Your verification code is ${canary.code}.`,
    html: `<p>${canary.html}</p>`,
    headers: { 'X-Custom': canary.header },
    messageId: `<${canary.messageId}@example.org>`,
    attachments: [{ filename: `${canary.filename}.txt`, content: canary.attachment }],
    ...extra,
  });
  return answer.then(
    () => 'accepted',
    (error: { response?: string }) => error.response ?? 'lost',
  );
}

/** Makes a request that is refused, whatever it says; its id must lead to it. */
async function refused(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.baseUrl}/api/agent/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  const answer = (await response.json()) as { requestId: string };
  requestIds.push(answer.requestId);
  return response.status;
}

async function scrapeAll(): Promise<void> {
  for (const { port } of services.apps.all())
    scrapes.push(await (await fetch(`http://127.0.0.1:${port('HTTP')}/metrics`)).text());
}

describe('what nobody but its owner may read', () => {
  it('goes through the whole system, and makes it fail in every way', async () => {
    expect(await sendMail()).toBe('accepted');
    await until(() => neighbours.seen.some((text) => text.includes(canary.subject)), { timeoutMs: 30_000 });
    const list = async () => (await api.data('GET', `/emails/search?q=${canary.text}`)).items;
    await until(async () => (await list()).length === 1, { timeoutMs: 30_000 });
    const claim = await api.data('POST', '/tasks/claim-next', { owner: canary.owner });
    secrets.leaseToken = claim.task.leaseToken;
    await api.data('POST', '/reply', {
      emailId: claim.id,
      text: canary.reply,
      to: [`${canary.outgoingRecipient}@example.org`],
    });
    const isRefused = (text: string) => text === `RCPT ${canary.outgoingRecipient}@example.org`;
    await until(() => neighbours.seen.some(isRefused), { timeoutMs: 30_000 });
    expect(neighbours.seen).toContain(`AUTH mailroom ${canary.relayPassword}`);

    expect(await sendMail({ text: `${canary.text} `.repeat(1_000), attachments: [] })).toMatch(/^451/);
    expect(await sendMail({ to: `nobody-${canary.recipient}@mailroom.test` })).toMatch(/^550/);
    expect(neighbours.seen.some((text) => text.startsWith('PUT'))).toBe(true);

    expect(await refused('POST', '/send', `{"subject":"${canary.json}", broken`)).toBe(400);
    expect(await refused('POST', '/send', JSON.stringify({ [canary.json]: canary.json }))).toBe(400);
    expect(await refused('GET', '/me', undefined, { authorization: `Bearer mrt_${canary.authorization}` })).toBe(401);
    expect(await refused('GET', '/me', undefined, { authorization: `Basic ${canary.authorization}` })).toBe(401);
    expect(await refused('GET', `/emails/${canary.path}?q=${canary.query}`)).toBeGreaterThanOrEqual(400);
    expect(await refused('GET', `/${canary.path}/%00?token=${canary.query}`)).toBeGreaterThanOrEqual(400);
    expect(await refused('GET', `/emails?cursor=${canary.query}`)).toBe(400);
    const odd = { traceparent: `00-${canary.traceparent}-x-01`, 'x-request-id': canary.traceparent };
    expect(await refused('PUT', '/emails/1/task', `{"status":"${canary.query}"}`, odd)).toBe(400);
  }, 120_000);

  it('is in the hands of a system whose database breaks off', async () => {
    const calls = Array.from({ length: 20 }, () => api.call('GET', `/emails/search?q=${canary.text}`));
    const mails = Array.from({ length: 3 }, () => sendMail());
    await services.database.query(cutConnections);
    await Promise.all([...calls, ...mails]);
    await services.nats.kill();
    await sendMail();
    await until(async () => (await services.one('indexer').readiness()) === 503, { timeoutMs: 30_000 });
    await services.nats.start();
    for (const service of services.apps.all()) {
      await until(async () => (await service.readiness()) === 200, { timeoutMs: 60_000, what: service.app });
    }
    expect(await sendMail()).toBe('accepted');
    await scrapeAll();
  }, 150_000);

  it('is in an event that Postgres will not take, and says so by quoting it', async () => {
    await services.database.query(plantEvent, [JSON.stringify({ rawId: poison, emailIds: [1], mailboxIds: [1] })]);
    const isLogged = () => output().includes('invalid input syntax for type uuid');
    await until(isLogged, { timeoutMs: 30_000, what: 'the failure of the handler' });
    expect(leaksIn(output(), { poison })).toEqual([]);
    expect(leaksIn(collector.text(), { poison })).toEqual([]);
    await services.database.query(forgetEvent);
  }, 60_000);

  it('is in no log, metric, event or span', async () => {
    const find = statement('test-outbox-sent', `select 1 from outbox_event where sent_at is null and due_at <= now()`);
    await until(async () => (await services.database.query(find)).length === 0, { timeoutMs: 30_000 });
    const [events] = await services.database.query<{ text: string }>(readEvents);
    const [deliveries] = await services.database.query<{ text: string }>(readDeliveries);
    await scrapeAll();
    await services.apps.stop();
    const places = {
      logs: output(),
      metrics: scrapes.join('\n'),
      events: events?.text ?? '',
      deliveries: deliveries?.text ?? '',
      wire: wire.text(),
      spans: collector.text(),
    };
    const leaks = Object.entries(places).map(([place, text]) => [place, leaksIn(text, secrets)]);
    expect(leaks).toEqual(Object.keys(places).map((place) => [place, []]));

    // These must be there, or nothing was searched.
    for (const requestId of requestIds) expect(places.logs).toContain(`"requestId":"${requestId}"`);
    expect(requestIds.length).toBeGreaterThanOrEqual(8);
    for (const line of ['smtp transaction', 'http request', 'webhook attempt', 'delivery']) {
      expect(places.logs).toContain(`"msg":"${line}"`);
    }
    expect(places.logs).toMatch(/"level":"error"/);
    expect(places.metrics).toMatch(/mailroom_smtp_transactions_total\{result="accepted"\} [1-9]/);
    expect(places.events).toMatch(/email\.received.*emailId/);
    expect(places.wire).toMatch(/"type":"email.received".*"traceparent":"00-/);
    expect(collector.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['smtp transaction', 'parse message', 'webhook POST', 'index email', 'deliver message']),
    );
  }, 60_000);

  it('would be found, plain or encoded, at any place', () => {
    for (const [name, secret] of Object.entries(secrets)) {
      const encoded = (padding: string) => Buffer.from(`${padding}${secret}, and more`).toString('base64');
      for (const text of [`a ${secret.toUpperCase()} b`, encoded(''), encoded('a'), encoded('ab')]) {
        expect(leaksIn(`… ${text} …`, secrets)).toContain(name);
      }
    }
  });
});
