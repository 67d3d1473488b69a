import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { statement } from '@mailroom/database';
import { until } from '@mailroom/testing';
import { scaledBy } from '../../../scripts/infra/metrics.mjs';
import { startHookReceiver, type HookReceiver } from './hook-receiver.js';
import { scrape } from './metrics-reader.js';
import { startServices, type Services } from './services-fixture.js';

let services: Services;
let hook: HookReceiver;
beforeAll(async () => {
  services = await startServices();
  hook = await startHookReceiver();
});
afterAll(async () => {
  hook.close();
  await services.close();
});

/** The table that an app writes for each email; whoever holds its lock keeps the app from getting on. */
const written: Record<string, string> = {
  mailroom_unready_emails: 'message_content',
  'mailroom_bus_pending{consumer="webhooks",type="email.received"}': 'webhook_delivery',
  'mailroom_bus_pending{consumer="search",type="email.received"}': 'email_index',
};

const makeDue = statement('test-make-due', 'update webhook_delivery set next_attempt_at = now()');
const DUE_JOBS = 'mailroom_outbound_jobs{state="due"}';
const DUE_DELIVERIES = 'mailroom_webhook_deliveries{state="due"}';

const value = async (series: string) => (await scrape(services.manager.baseUrl)).get(series);

/** The first value above zero. */
async function risen(series: string): Promise<number> {
  let latest = 0;
  const isUp = async () => (latest = (await value(series)) ?? 0) > 0;
  await until(isUp, { timeoutMs: 20_000, what: `${series} to rise` });
  return latest;
}

/** The value once it is back at zero; a series that is gone has not fallen. */
async function fallen(series: string): Promise<number | undefined> {
  await until(async () => (await value(series)) === 0, { what: `${series} to fall` });
  return value(series);
}

/** Stops an app's process in its tracks while `work` runs. */
async function whilePaused(app: 'outbound' | 'webhook-dispatcher', work: () => Promise<void>): Promise<void> {
  const { pid } = services.one(app);
  process.kill(pid, 'SIGSTOP');
  await work().finally(() => process.kill(pid, 'SIGCONT'));
}

it('knows what each series that Kubernetes scales by stands for', () => {
  expect(scaledBy().sort()).toEqual([...Object.keys(written), DUE_JOBS, DUE_DELIVERIES].sort());
});

it.each(Object.keys(written))('%s rises while the work is held up, and falls when it is done', async (series) => {
  const { api, address } = await services.mailbox(`scaled-${Object.keys(written).indexOf(series)}`);
  await api.data('POST', '/webhooks', { url: hook.origin, events: ['email.received'] });
  await fallen(series);
  await services.database.transaction(async (tx) => {
    await tx.$executeRawUnsafe(`lock table ${written[series]} in share row exclusive mode`);
    await services.send({ from: 'ada@example.org', to: address, subject: 'waits', text: 'x' });
    expect(await risen(series)).toBeGreaterThan(0);
  });
  expect(await fallen(series)).toBe(0);
});

it('mail that is due is seen while nobody delivers it', async () => {
  const { api } = await services.mailbox('sends');
  await whilePaused('outbound', async () => {
    await api.data('POST', '/send', { to: ['ada@example.org'], subject: 'due', text: 'x' });
    expect(await risen(DUE_JOBS)).toBe(1);
  });
  expect(await fallen(DUE_JOBS)).toBe(0);
});

it('webhook deliveries that are due are seen while nobody makes them', async () => {
  const { api, address } = await services.mailbox('hooked');
  const failing = await startHookReceiver(() => 500);
  try {
    await api.data('POST', '/webhooks', { url: failing.origin, events: ['email.received'] });
    await services.send({ from: 'ada@example.org', to: address, subject: 'fails', text: 'x' });
    await risen('mailroom_webhook_deliveries{state="later"}');
    await whilePaused('webhook-dispatcher', async () => {
      await services.database.query(makeDue);
      expect(await risen(DUE_DELIVERIES)).toBe(1);
    });
    expect(await fallen(DUE_DELIVERIES)).toBe(0);
  } finally {
    failing.close();
  }
});
