import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AdminClient } from '@mailroom/client';
import { startBrowser, until } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { look, openPage, type WatchedPage } from './browser-page.js';
import { startHookReceiver } from './hook-receiver.js';
import { newcomer } from './hosted-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { deadWebhook, eventSetAside, unknownJob } from './operator-fixture.js';

let mailroom: Mailroom;
let browser: Browser;
let admin: AdminClient;
let operator: WatchedPage;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
  admin = new AdminClient({ baseUrl: mailroom.baseUrl, token: mailroom.operatorToken, retries: 0 });
  operator = await openPage(browser, `${mailroom.baseUrl}/admin/`);
  await operator.page.getByLabel('Operator token').fill(mailroom.operatorToken);
  await operator.page.getByRole('button', { name: 'Sign in' }).click();
  await operator.page.getByRole('heading', { name: 'Overview' }).waitFor();
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

async function open(path: string): Promise<Page> {
  await operator.page.goto(`${mailroom.baseUrl}/admin/${path}`);
  await operator.page.getByRole('heading', { level: 1 }).waitFor();
  return operator.page;
}

/** Says why in the dialog that is open, and makes the change. */
async function confirm(page: Page, reason: string, verb: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: verb }).click();
  await dialog.waitFor({ state: 'detached' });
}

const newest = async (tenantId: string) => (await admin.listAudit({ tenantId, actor: 'operator', limit: 1 })).items[0];

it('gives credits and takes them, each once, with its reason', async () => {
  const { tenantId } = await newcomer(mailroom);
  const page = await open(`tenants/${tenantId}`);
  await page.getByRole('button', { name: 'Give credits…' }).click();
  await page.getByLabel('Credits', { exact: true }).fill('250');
  expect(await look(page, 'admin-credits-dialog')).toEqual([]);
  await confirm(page, 'our outage', 'Give credits');
  await page.getByText('250, and 0 reserved').waitFor();
  await page.getByRole('button', { name: 'Take credits…' }).click();
  await page.getByLabel('Credits', { exact: true }).fill('50');
  await confirm(page, 'too many', 'Take credits');
  await page.getByText('200, and 0 reserved').waitFor();
  expect((await admin.getTenant(tenantId)).credits).toEqual({ available: 200, reserved: 0 });
  expect(await newest(tenantId)).toMatchObject({ action: 'tenant.credits_revoked', reason: 'too many' });
  await open(`ledger?tenantId=${tenantId}`);
  await page.getByRole('table', { name: 'Ledger' }).getByRole('cell', { name: '250', exact: true }).waitFor();
  expect(await look(page, 'admin-ledger')).toEqual([]);
}, 60_000);

it.each([
  ['sent', 'It was delivered…', 'Settle as delivered', 'sent'],
  ['retry', 'It was not: send it again…', 'Send it again', 'sent'],
  ['failed', 'Give up…', 'Give up', 'failed'],
])('settles a job whose end nobody knows: %s', async (resolution, button, verb, end) => {
  const { jobId } = await unknownJob(mailroom, `Lost? ${resolution}`);
  await open(`jobs?tenantId=${mailroom.tenantId}`);
  const { page } = operator;
  await page.getByRole('link', { name: `Lost? ${resolution}` }).click();
  await page.getByText('connection reset').waitFor();
  if (resolution === 'sent') expect(await look(page, 'admin-job')).toEqual([]);
  await page.getByRole('button', { name: button }).click();
  await confirm(page, 'by phone', verb);
  await page.getByRole('button', { name: button }).waitFor({ state: 'detached' });
  await until(async () => (await admin.getOutboundJob(jobId)).status === end, { what: `the job to be ${end}` });
  const trail = (await admin.listAudit({ tenantId: mailroom.tenantId, action: 'job.resolved' })).items;
  expect(trail.find(({ targetId }) => targetId === String(jobId))).toMatchObject({
    reason: 'by phone',
    details: { resolution },
  });
});

it('enables a webhook that was turned off, and makes a delivery again that had ended', async () => {
  // Its port answers once the webhook has failed.
  const before = await startHookReceiver();
  before.close();
  const { webhookId } = await deadWebhook(mailroom, admin, `${before.origin}/hook`);
  const hook = await startHookReceiver(undefined, before.port);
  const page = await open(`webhooks/${webhookId}`);
  await page.getByText('Given up').waitFor();
  expect(await look(page, 'admin-webhook')).toEqual([]);
  await page.getByRole('button', { name: 'Enable…' }).click();
  await confirm(page, 'its owner mended it', 'Enable webhook');
  await page.getByRole('button', { name: 'Replay…' }).click();
  await confirm(page, 'its owner lost it', 'Replay delivery');
  await until(() => hook.hits.length === 1, { what: 'the delivery to come' });
  hook.close();
  expect(await newest(mailroom.tenantId)).toMatchObject({ action: 'delivery.replayed', reason: 'its owner lost it' });
  expect(await admin.getWebhook(webhookId)).toMatchObject({ state: 'active' });
}, 60_000);

it('delivers an event again that was set aside, and discards another', async () => {
  const [first, second] = [await eventSetAside(mailroom, admin), await eventSetAside(mailroom, admin)];
  const page = await open('events');
  const rows = page.getByRole('table', { name: 'Events set aside' }).locator('tbody tr');
  await rows.first().getByRole('button', { name: 'Discard…' }).click();
  expect(await look(page, 'admin-discard-dialog')).toEqual([]);
  await confirm(page, 'its mailbox is gone', 'Discard event');
  expect(await newest(mailroom.tenantId)).toMatchObject({
    action: 'event.discarded',
    targetId: `${second.consumer}/${second.eventId}`,
    reason: 'its mailbox is gone',
  });
  await rows.first().getByRole('button', { name: 'Deliver again…' }).click();
  await confirm(page, 'mended', 'Deliver again');
  expect(await newest(mailroom.tenantId)).toMatchObject({
    action: 'event.retried',
    targetId: `${first.consumer}/${first.eventId}`,
    reason: 'mended',
  });
}, 60_000);

it('disables a mailbox, which takes no mail until it is enabled again', async () => {
  const { address } = await mailroom.mailbox();
  const takesMail = () =>
    mailroom.send({ from: 'a@example.org', to: address, subject: 'x', text: 'x' }).then(
      () => true,
      () => false,
    );
  const page = await open(`mailboxes?q=${address}`);
  await page.getByRole('button', { name: 'Disable…' }).click();
  await confirm(page, 'its token was published', 'Disable mailbox');
  await page.getByRole('cell', { name: 'Disabled' }).waitFor();
  await until(async () => !(await takesMail()), { what: 'the mailbox to refuse mail' });
  await page.getByRole('button', { name: 'Enable…' }).click();
  await confirm(page, 'the token is revoked', 'Enable mailbox');
  await page.getByRole('cell', { name: 'Active' }).waitFor();
  await until(takesMail, { what: 'the mailbox to take mail' });
  expect(operator.complaints).toEqual([]);
});
