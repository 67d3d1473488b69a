import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { createTokenText, DEFAULT_TENANT_ID } from '@mailroom/identity';
import {
  createTestDatabase,
  startNats,
  startOtlpCollector,
  startSeparateApps,
  until,
  type CollectedSpan,
  type NatsServer,
  type OtlpCollector,
  type SeparateApps,
  type TestDatabase,
} from '@mailroom/testing';
import nodemailer from 'nodemailer';
import { ApiClient } from './mailroom-fixture.js';

let test: TestDatabase;
let nats: NatsServer;
let blobs: string;
let collector: OtlpCollector;
let apps: SeparateApps;
let hooks: Server;
let api: ApiClient;
let address: string;
const hooked: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];

const insertToken = statement(
  'test-manager-token',
  `insert into access_token (tenant_id, level, scopes, token_hash) values ($1, 'manager', array['read', 'send'], $2)`,
);

function port(app: 'mailbox-api' | 'smtp-ingest', protocol: 'HTTP' | 'SMTP'): number {
  return apps.replicas[app][0]?.port(protocol) ?? 0;
}

beforeAll(async () => {
  test = await createTestDatabase();
  nats = await startNats();
  blobs = await mkdtemp(join(tmpdir(), 'mailroom-blobs-'));
  collector = await startOtlpCollector();
  hooks = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      hooked.push({ headers: request.headers, body });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(hooks, 'listening');
  apps = await startSeparateApps({
    databaseUrl: test.url,
    natsUrl: nats.url,
    blobStoreUrl: pathToFileURL(blobs).href,
    env: { LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  const database = new Database({ url: test.url, poolSize: 1 });
  const text = createTokenText('mrm_');
  await database.query(insertToken, [DEFAULT_TENANT_ID, createHash('sha256').update(text).digest()]);
  await database.close();
  const manager = new ApiClient(`http://127.0.0.1:${port('mailbox-api', 'HTTP')}`, text);
  const { mailbox, token } = await manager.data('POST', '/mailboxes', { email: 'agent@mailroom.test' });
  api = new ApiClient(manager.baseUrl, token.token);
  address = mailbox.email;
  const url = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}/hook`;
  await api.data('POST', '/webhooks', { url, events: ['email.received'] });
}, 90_000);

afterAll(async () => {
  await apps.stop();
  hooks.close();
  hooks.closeAllConnections();
  await collector.close();
  await nats.close();
  await test.drop();
  await rm(blobs, { recursive: true, force: true });
}, 60_000);

async function send(subject: string): Promise<void> {
  const host = { host: '127.0.0.1', port: port('smtp-ingest', 'SMTP'), tls: { rejectUnauthorized: false } };
  const transport = nodemailer.createTransport(host);
  await transport.sendMail({ from: 'person@example.org', to: address, subject, text: 'Which size?' });
  transport.close();
}

/** Waits for the span of a name in a trace. */
async function spanOf(traceId: string, name: string): Promise<CollectedSpan> {
  const find = () => collector.spans.find((span) => span.traceId === traceId && span.name === name);
  await until(() => find() !== undefined, { timeoutMs: 15_000, what: `the span "${name}"` });
  const found = find();
  if (!found) throw new Error(`There is no span "${name}".`);
  return found;
}

describe('a trace', () => {
  it('has one id from the SMTP transaction to the webhook and the search index', async () => {
    await send('traced');
    await until(() => hooked.some(({ body }) => body.includes('traced')), { timeoutMs: 30_000 });
    const [, traceId = '', parent = '', flags] = String(hooked[0]?.headers.traceparent).split('-');
    expect([traceId.length, flags]).toEqual([32, '01']);
    const smtp = await spanOf(traceId, 'smtp transaction');
    const commit = await spanOf(traceId, 'commit message');
    const parse = await spanOf(traceId, 'parse message');
    const webhook = await spanOf(traceId, 'webhook POST');
    const index = await spanOf(traceId, 'index email');
    expect([smtp, commit, parse, webhook, index].map(({ service }) => service)).toEqual([
      'mailroom-smtp-ingest',
      'mailroom-smtp-ingest',
      'mailroom-smtp-ingest',
      'mailroom-webhook-dispatcher',
      'mailroom-indexer',
    ]);
    expect(smtp.parentSpanId).toBe('');
    expect([commit.parentSpanId, parse.parentSpanId]).toEqual([smtp.spanId, smtp.spanId]);
    expect([webhook.parentSpanId, index.parentSpanId]).toEqual([parse.spanId, parse.spanId]);
    expect(webhook.spanId).toBe(parent);
    for (const app of ['smtp-ingest', 'webhook-dispatcher'] as const) {
      const lines = () => apps.replicas[app][0]?.output() ?? '';
      await until(() => lines().includes(`"traceId":"${traceId}"`), { what: `a line of ${app}` });
    }
  }, 60_000);

  it('of a request goes on in what it sends, also to a mailbox here and its webhook', async () => {
    const traceId = 'abcdef0123456789abcdef0123456789';
    const headers = { traceparent: `00-${traceId}-1234567890abcdef-01` };
    const body = { to: [address], subject: 'inside', text: 'to myself' };
    const { status, body: answer } = await api.call('POST', '/send', body, headers);
    expect(status).toBe(200);
    await until(() => hooked.some((request) => request.body.includes('inside')), { timeoutMs: 30_000 });
    const http = await spanOf(traceId, 'http request');
    const deliver = await spanOf(traceId, 'deliver message');
    const parse = await spanOf(traceId, 'parse message');
    const webhook = await spanOf(traceId, 'webhook POST');
    expect(http).toMatchObject({ service: 'mailroom-mailbox-api', parentSpanId: '1234567890abcdef' });
    expect(http.attributes['mailroom.request_id']).toBe(answer.requestId);
    expect(deliver).toMatchObject({ service: 'mailroom-outbound', parentSpanId: http.spanId });
    expect(parse.parentSpanId).toBe(deliver.spanId);
    expect(webhook.parentSpanId).toBe(parse.spanId);
    const line = () => apps.replicas['mailbox-api'][0]?.output().split('\n');
    await until(() => line()?.some((text) => text.includes(`"requestId":"${answer.requestId}"`)) ?? false);
    const logged = line()?.find((text) => text.includes(`"requestId":"${answer.requestId}"`)) ?? '{}';
    expect(JSON.parse(logged)).toMatchObject({
      level: 'info',
      app: 'mailbox-api',
      traceId,
      msg: 'http request',
      operation: 'POST /api/agent/v1/send',
      status: 200,
    });
  }, 60_000);

  it('is not collected where its caller says so, nor begun by what is no traceparent', async () => {
    const unsampled = 'abcdef0123456789abcdef0123450000';
    await api.call('GET', '/me', undefined, { traceparent: `00-${unsampled}-1234567890abcdef-00` });
    const zero = '0'.repeat(32);
    const { body } = await api.call('GET', '/me', undefined, { traceparent: `00-${zero}-1234567890abcdef-01` });
    const ours = () => collector.spans.find((span) => span.attributes['mailroom.request_id'] === body.requestId);
    await until(() => ours() !== undefined);
    expect(ours()?.parentSpanId).toBe('');
    expect(collector.spans.some(({ traceId }) => traceId === unsampled || traceId === zero)).toBe(false);
  });

  it('never holds up mail: not while the collector is away, and not at the end', async () => {
    await collector.close();
    await send('untraced');
    await until(() => hooked.some(({ body }) => body.includes('untraced')), { timeoutMs: 30_000 });
    const [dispatcher] = apps.replicas['webhook-dispatcher'];
    expect(await dispatcher?.stop()).toBe(0);
  }, 60_000);
});
