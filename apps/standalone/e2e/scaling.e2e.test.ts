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
const rise = (series: string) =>
  until(async () => ((await value(series)) ?? 0) > 0, { timeoutMs: 20_000, what: `${series} to rise` });
const fall = (series: string) => until(async () => (await value(series)) === 0, { what: `${series} to fall` });

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
  await fall(series);
  await services.database.transaction(async (tx) => {
    await tx.$executeRawUnsafe(`lock table ${written[series]} in share row exclusive mode`);
    await services.send({ from: 'ada@example.org', to: address, subject: 'waits', text: 'x' });
    await rise(series);
  });
  await fall(series);
});

it('mail that is due is seen while nobody delivers it', async () => {
  const { api } = await services.mailbox('sends');
  await whilePaused('outbound', async () => {
    await api.data('POST', '/send', { to: ['ada@example.org'], subject: 'due', text: 'x' });
    await rise(DUE_JOBS);
  });
  await fall(DUE_JOBS);
});

it('webhook deliveries that are due are seen while nobody makes them', async () => {
  const { api, address } = await services.mailbox('hooked');
  const failing = await startHookReceiver(() => 500);
  try {
    await api.data('POST', '/webhooks', { url: failing.origin, events: ['email.received'] });
    await services.send({ from: 'ada@example.org', to: address, subject: 'fails', text: 'x' });
    await rise('mailroom_webhook_deliveries{state="later"}');
    await whilePaused('webhook-dispatcher', async () => {
      await services.database.query(makeDue);
      await rise(DUE_DELIVERIES);
    });
    await fall(DUE_DELIVERIES);
  } finally {
    failing.close();
  }
});
