import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOtlpCollector, until, type CollectedSpan, type OtlpCollector } from '@mailroom/testing';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import type { ApiClient } from './mailroom-fixture.js';
import { startServices, type Services } from './services-fixture.js';

let collector: OtlpCollector;
let hook: HookReceiver;
let services: Services;
let api: ApiClient;
let address: string;

beforeAll(async () => {
  collector = await startOtlpCollector();
  hook = await startHookReceiver();
  services = await startServices({ env: { LOG_LEVEL: 'info', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  ({ api, address } = await services.mailbox('agent'));
  await api.data('POST', '/webhooks', { url: `${hook.origin}/hook`, events: ['email.received'] });
}, 90_000);

afterAll(async () => {
  await services.close();
  hook.close();
  await collector.close();
}, 60_000);

async function send(subject: string): Promise<void> {
  await services.send({ from: 'person@example.org', to: address, subject, text: 'Which size?' });
}

/** Waits for the webhook that reports an email. */
async function hooked(subject: string): Promise<void> {
  const isTold = () => hook.hits.some(({ body }) => body.includes(subject));
  await until(isTold, { timeoutMs: 30_000, what: `the webhook of "${subject}"` });
}

/** Waits for the span with a name in a trace. */
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
    await hooked('traced');
    const [, traceId = '', parent = '', flags] = String(hook.hits[0]?.headers.traceparent).split('-');
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
      const lines = () => services.one(app).output();
      await until(() => lines().includes(`"traceId":"${traceId}"`), { what: `a line of ${app}` });
    }
  }, 60_000);

  it('of a request goes on in what it sends, also to a mailbox here and its webhook', async () => {
    const traceId = 'abcdef0123456789abcdef0123456789';
    const headers = { traceparent: `00-${traceId}-1234567890abcdef-01` };
    const body = { to: [address], subject: 'inside', text: 'to myself' };
    const { status, body: answer } = await api.call('POST', '/send', body, headers);
    expect(status).toBe(200);
    await hooked('inside');
    const http = await spanOf(traceId, 'http request');
    const deliver = await spanOf(traceId, 'deliver message');
    const parse = await spanOf(traceId, 'parse message');
    const webhook = await spanOf(traceId, 'webhook POST');
    expect(http).toMatchObject({ service: 'mailroom-mailbox-api', parentSpanId: '1234567890abcdef' });
    expect(http.attributes['mailroom.request_id']).toBe(answer.requestId);
    expect(deliver).toMatchObject({ service: 'mailroom-outbound', parentSpanId: http.spanId });
    expect(parse.parentSpanId).toBe(deliver.spanId);
    expect(webhook.parentSpanId).toBe(parse.spanId);
    const lines = () => services.one('mailbox-api').output().split('\n');
    const line = () => lines().find((text) => text.includes(`"requestId":"${answer.requestId}"`));
    await until(() => line() !== undefined, { what: 'the line of the request' });
    expect(JSON.parse(line() ?? '')).toMatchObject({
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
    await hooked('untraced');
    expect(await services.one('webhook-dispatcher').stop()).toBe(0);
  }, 60_000);
});
