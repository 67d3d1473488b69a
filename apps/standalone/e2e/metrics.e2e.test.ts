import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, statement } from '@mailroom/database';
import { Scrape } from '@mailroom/observability';
import { until } from '@mailroom/testing';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { startOwnMailroom, type Mailroom } from './mailroom-fixture.js';
import { declaredMetrics, metricsIn, scaledBy, watchedExpressions } from '../../../scripts/infra/metrics.mjs';
import { growth, parseSamples, scrape, type Samples } from './metrics-reader.js';

let mailroom: Mailroom;
let origin: string;
let hook: HookReceiver;
beforeAll(async () => {
  mailroom = await startOwnMailroom();
  origin = mailroom.manager.baseUrl;
  hook = await startHookReceiver(({ path }) => (path === '/bad' ? 500 : 204));
});
afterAll(async () => {
  hook.close();
  await mailroom.close();
});

/** Waits until each series has grown by that much, because things are counted a moment after their answer. */
async function expectGrowth(before: Samples, expected: Record<string, number>): Promise<void> {
  let after = before;
  const grown = () =>
    Object.fromEntries(Object.keys(expected).map((series) => [series, growth(before, after, series)]));
  const isThere = async () => {
    after = await scrape(origin);
    return Object.entries(expected).every(([series, by]) => growth(before, after, series) >= by);
  };
  await until(isThere, { timeoutMs: 15_000, what: JSON.stringify(expected) }).catch(() => undefined);
  expect(grown()).toEqual(expected);
}

describe('the metrics of a running system', () => {
  it('count mail from SMTP to the webhook, the claim, and the reply', async () => {
    const { api, address } = await mailroom.mailbox();
    for (const path of ['/good', '/bad']) {
      await api.data('POST', '/webhooks', { url: hook.origin + path, events: ['email.received'] });
    }
    const before = await scrape(origin);
    await mailroom.send({ from: 'ada@example.org', to: address, subject: 'count me', text: 'one' });
    await mailroom.send({ from: 'ada@example.org', to: 'nobody@mailroom.test', text: 'x' }).catch(() => undefined);
    await mailroom.received(api, 'count me');
    const claim = await api.data('POST', '/tasks/claim-next', { owner: 'agent' });
    expect(await api.data('POST', '/tasks/claim-next', { owner: 'agent' })).toBeNull();
    const { leaseToken } = claim.task;
    const reply = { emailId: claim.id, text: 'done', completeTask: true, leaseToken, idempotencyKey: 'k' };
    await api.data('POST', '/reply', reply);
    await api.data('POST', '/reply', reply);
    await api.call('POST', '/send', { to: ['not an address'], text: 'x' });
    await expectGrowth(before, {
      'mailroom_smtp_transactions_total{result="accepted"}': 1,
      'mailroom_smtp_recipients_total{result="mailbox"}': 1,
      'mailroom_smtp_recipients_total{result="unknown"}': 1,
      mailroom_smtp_commit_seconds_count: 1,
      mailroom_smtp_message_bytes_count: 1,
      mailroom_ingest_group_messages_sum: 1,
      mailroom_ready_seconds_count: 1,
      'mailroom_parsing_seconds_count{outcome="ready"}': 1,
      'mailroom_task_claims_total{result="claimed"}': 1,
      'mailroom_task_claims_total{result="empty"}': 1,
      'mailroom_submissions_total{outcome="queued"}': 1,
      'mailroom_submissions_total{outcome="replayed"}': 1,
      'mailroom_submissions_total{outcome="refused"}': 1,
      'mailroom_delivery_recipients_total{outcome="captured"}': 1,
      mailroom_delivery_seconds_count: 1,
      'mailroom_webhook_attempt_seconds_count{outcome="2xx"}': 1,
      'mailroom_webhook_attempt_seconds_count{outcome="5xx"}': 1,
      mailroom_search_indexed_emails_total: 2,
      'mailroom_http_request_seconds_count{method="POST",route="/api/agent/v1/reply",status="2xx"}': 2,
      'mailroom_http_request_seconds_count{method="POST",route="/api/agent/v1/send",status="4xx"}': 1,
      'mailroom_bus_handler_seconds_count{consumer="webhooks",outcome="done"}': 1,
    });
  });

  it('tell how much waits, of what the database has and of what is held in memory', async () => {
    const { id, address, api } = await mailroom.mailbox();
    await mailroom.send({ from: 'ada@example.org', to: address, subject: 'waits', text: 'x' });
    await mailroom.received(api, 'waits');
    const waiting = api.call('POST', '/emails/wait', { accountId: id, timeoutSeconds: 20 });
    const socket = connect(mailroom.smtpPort, '127.0.0.1');
    await once(socket, 'data');
    await until(async () => {
      const samples = await scrape(origin);
      const value = (series: string) => samples.get(series) ?? Number.NaN;
      return (
        value('mailroom_tasks{state="waiting"}') >= 1 &&
        value('mailroom_waiting_for_email') === 1 &&
        value('mailroom_smtp_connections') >= 1 &&
        value('mailroom_webhook_deliveries{state="later"}') >= 1 &&
        value('mailroom_database_pool_size') === 12 &&
        value('mailroom_unready_emails') === 0 &&
        value('mailroom_bus_pending{consumer="webhooks",type="email.received"}') === 0 &&
        value('mailroom_bus_poisoned{consumer="parser"}') === 0 &&
        value('mailroom_outbox_late_seconds') < 5 &&
        ['pool', 'bus', 'events', 'inbound', 'tasks', 'outbound', 'webhooks'].every(
          (source) => value(`mailroom_source_up{source="${source}"}`) === 1,
        ) &&
        value('nodejs_eventloop_lag_seconds') >= 0
      );
    });
    socket.destroy();
    await mailroom.send({ from: 'ada@example.org', to: address, subject: 'ends it', text: 'x' });
    expect((await waiting).body.data.timedOut).toBe(false);
    await until(async () => (await scrape(origin)).get('mailroom_waiting_for_email') === 0);
  });

  it('are of the same number of series whatever strangers ask for', async () => {
    const ask = async (round: number) => {
      const paths = Array.from({ length: 500 }, (_, index) => `/emails/${round}${index}/x${round}-${index}`);
      for (let start = 0; start < paths.length; start += 50) {
        await Promise.all(
          paths.slice(start, start + 50).map((path) => mailroom.manager.call('GET', path).catch(() => undefined)),
        );
      }
      const hostile = `a${round}"}\n# x@elsewhere.example`;
      await mailroom.manager.call('POST', `/emails/${encodeURIComponent(hostile)}/claim`, { owner: hostile });
      await mailroom.send({ from: 'a@example.org', to: `x${round}@mailroom.test`, text: 'x' }).catch(() => undefined);
      return scrape(origin);
    };
    const first = await ask(1);
    const second = await ask(2);
    const names = (samples: Samples) => [...samples.keys()].filter((series) => series.startsWith('mailroom_')).sort();
    expect(names(second)).toEqual(names(first));
    const none = 'mailroom_http_request_seconds_count{method="none",route="none",status="4xx"}';
    expect(growth(first, second, none)).toBe(500);
    expect(names(second).join('\n')).not.toMatch(/elsewhere|@|x1-|\/\d/);
  }, 60_000);
});

describe('what the dashboard, the alerts and the scaling look at', () => {
  it('is told by a running system, whose metrics are those that the code declares', async () => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    const exposed = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
    const ours = [...exposed].filter((name) => name.startsWith('mailroom_')).sort();
    expect(ours).toEqual([...declaredMetrics()].sort());
    const watched: string[] = watchedExpressions().flatMap((expression: string) => metricsIn(expression));
    expect(watched.length).toBeGreaterThan(40);
    const isExposed = (name: string) =>
      name === 'up' || exposed.has(name) || exposed.has(name.replace(/_(bucket|sum|count)$/, ''));
    expect(watched.filter((name) => !isExposed(name))).toEqual([]);
    const samples = parseSamples(text);
    expect(scaledBy()).toHaveLength(5);
    for (const series of scaledBy()) expect([series, samples.has(series)]).toEqual([series, true]);
  });
});

describe('a scrape', () => {
  it('answers with what the process counts while the database is away', async () => {
    const other = await startOwnMailroom();
    const database = new Database({ url: other.databaseUrl.replace(/\/[^/]+$/, '/postgres'), poolSize: 1 });
    const name = new URL(other.databaseUrl).pathname.slice(1);
    await database.query(statement('test-close', `alter database "${name}" with allow_connections false`));
    const cut = 'select pg_terminate_backend(pid) as cut from pg_stat_activity where datname = $1';
    await database.query(statement('test-cut', cut), [name]);
    try {
      const away = async () => {
        const samples = await scrape(other.manager.baseUrl);
        return samples.get('mailroom_source_up{source="tasks"}') === 0 ? samples : null;
      };
      let samples: Samples | null = null;
      await until(async () => (samples = await away()) !== null);
      const known = samples ?? new Map<string, number>();
      expect(known.get('mailroom_source_up{source="pool"}')).toBe(1);
      expect(known.has('mailroom_smtp_transactions_total{result="accepted"}')).toBe(true);
      expect(known.has('mailroom_tasks{state="waiting"}')).toBe(false);
      await database.query(statement('test-open', `alter database "${name}" with allow_connections true`));
      await until(async () => (await scrape(other.manager.baseUrl)).get('mailroom_source_up{source="tasks"}') === 1);
    } finally {
      await database.close();
      await other.close();
    }
  }, 60_000);

  it('does not wait for a source that hangs, and asks it once for all who come meanwhile', async () => {
    const scrapes = new Scrape(100);
    let asked = 0;
    scrapes.add({ name: 'quick', read: () => [] });
    const remove = scrapes.add({
      name: 'hanging',
      read: () => {
        asked += 1;
        return new Promise(() => undefined);
      },
    });
    const texts = await Promise.all([scrapes.text(), scrapes.text(), scrapes.text()]);
    expect(asked).toBe(1);
    for (const text of texts) {
      const samples = parseSamples(text);
      expect(samples.get('mailroom_source_up{source="quick"}')).toBe(1);
      expect(samples.get('mailroom_source_up{source="hanging"}')).toBe(0);
    }
    remove();
    expect(parseSamples(await scrapes.text()).has('mailroom_source_up{source="hanging"}')).toBe(false);
  });
});
