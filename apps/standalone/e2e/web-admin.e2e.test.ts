import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AdminClient } from '@mailroom/client';
import { startBrowser } from '@mailroom/testing';
import type { Browser, Page } from 'playwright-core';
import { look, openPage, type WatchedPage } from './browser-page.js';
import { newcomer } from './hosted-fixture.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';
import { monthOfMail, paymentAndRisk } from './operator-fixture.js';

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

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
/** Opens a page by its own address, as a link from elsewhere does. */
async function open(path: string, name: string | RegExp): Promise<Page> {
  await operator.page.goto(`${mailroom.baseUrl}/admin/${path}`);
  await heading(operator.page, name);
  return operator.page;
}

/** Opens the dialog of a change, says why, and makes it. */
async function change(page: Page, button: string, reason: string, verb: RegExp | string) {
  await page.getByRole('button', { name: button }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: verb }).click();
}

it('suspends and restores a tenant, with its reasons in the audit trail', async () => {
  const { tenantId, api, address } = await newcomer(mailroom);
  const send = async () => (await api.call('POST', '/send', { to: [address], subject: 'Hello', text: 'x' })).status;
  const page = await open(`tenants/${tenantId}`, /./);
  await change(page, 'Suspend…', 'a bought list', /^Suspend/);
  await page.getByRole('button', { name: 'Restore…' }).waitFor();
  expect(await send()).toBe(403);
  await change(page, 'Restore…', 'a list of its own', /^Restore/);
  await page.getByRole('button', { name: 'Suspend…' }).waitFor();
  expect(await send()).toBe(200);
  await open(`audit?tenantId=${tenantId}&actor=operator`, 'Audit log');
  await page.getByRole('cell', { name: '“a list of its own”' }).waitFor();
  expect(await page.getByRole('cell', { name: '“a bought list”' }).count()).toBe(1);
});

it('makes no change on a state that the operator has not seen, and shows the newer one', async () => {
  const { tenantId } = await newcomer(mailroom);
  const page = await open(`tenants/${tenantId}`, /./);
  await page.getByRole('button', { name: 'Change standing…' }).click();
  await page.getByLabel('Reason').fill('asked for it');
  await page.getByLabel('Send policy').selectOption('external_enabled');
  const { version } = await admin.getTenant(tenantId);
  await admin.suspendTenant(tenantId, { reason: 'complaints', expectedVersion: version });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change standing' }).click();
  await dialog.getByText('“complaints”').waitFor();
  expect(await dialog.textContent()).toContain('Somebody changed this while you were reading.');
  expect(await admin.getTenant(tenantId)).toMatchObject({ policy: 'suspended', sendPolicy: 'internal_only' });
  await dialog.getByRole('button', { name: 'Leave it as it is' }).click();
});

it('takes what was begun for one tenant to no other, also by Back', async () => {
  const [first, second] = [await newcomer(mailroom), await newcomer(mailroom)];
  const page = await open(`tenants/${first.tenantId}`, /./);
  await page.getByRole('button', { name: 'Change standing…' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to' }).fill(second.tenantId);
  await page.getByRole('option', { name: second.tenantId }).first().click();
  await page.waitForURL(new RegExp(second.tenantId));
  await page.getByRole('button', { name: 'Change standing…' }).click();
  await page.getByLabel('Send policy').selectOption('external_enabled');
  await page.getByLabel('Reason').fill('for the second');
  await page.goBack();
  await page.waitForURL(new RegExp(first.tenantId));
  await page.getByText(first.tenantId).first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Change standing…' }).click();
  expect(await page.getByLabel('Send policy').inputValue()).toBe('internal_only');
  expect(await page.getByLabel('Reason').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Leave it as it is' }).click();
});

it('says on a phone how many wait, also where these are thousands', async () => {
  const { page } = operator;
  await page.route('**/overview', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    json.waiting.jobs.count = 1_234;
    await route.fulfill({ response: answer, json });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await open('tenants', 'Tenants');
  const places = page.getByRole('navigation', { name: 'Places' });
  await places.getByText('1,234', { exact: true }).waitFor();
  await page.unroute('**/overview');
  await page.setViewportSize({ width: 1440, height: 1000 });
  expect(await places.isVisible()).toBe(false);
});

it('finds a tenant by the start of its id, and keeps the search in the address', async () => {
  const { tenantId } = await newcomer(mailroom);
  const page = await open('tenants', 'Tenants');
  await page.getByLabel('Tenant', { exact: true }).fill(tenantId);
  await page.getByRole('button', { name: 'Find by tenant' }).click();
  await page.waitForURL((url) => url.search.includes(tenantId));
  const table = page.getByRole('table', { name: 'Tenants' });
  await table.getByText(tenantId).first().waitFor();
  await page.reload();
  await table.waitFor();
  expect(await table.getByRole('row').count()).toBe(2);
});

it('shows the next page of a long list when it is asked for', async () => {
  const { tenantId } = await newcomer(mailroom);
  for (let at = 0; at < 51; at++) {
    await admin.grantCredits(tenantId, { reason: `gift ${at}`, credits: 1, changeId: crypto.randomUUID() });
  }
  const page = await open(`audit?tenantId=${tenantId}&action=tenant.credits_granted`, 'Audit log');
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
  await page.getByRole('button', { name: 'Show more' }).click();
  await rows.nth(50).waitFor();
  expect(await rows.count()).toBe(51);
});

/** What axe finds on these pages, each of which has something to show. */
async function faultsOf(pages: readonly (readonly [string, string | RegExp])[]): Promise<string[]> {
  const found: string[] = [];
  for (const [path, name] of pages) {
    const page = await open(path, name);
    await page.waitForLoadState('networkidle');
    found.push(...(await look(page, `admin-${path.split('/')[1] ? 'tenant' : path || 'overview'}`)));
  }
  return found;
}

it('shows overview, tenants and their mailboxes so that everybody can use them, wide and narrow, in light and dark', async () => {
  const { tenantId, api, address } = await newcomer(mailroom);
  await api.call('POST', '/send', { to: [address], subject: 'Hello', text: 'x' });
  await Promise.all([monthOfMail(mailroom, tenantId), paymentAndRisk(mailroom, tenantId)]);
  const found = await faultsOf([
    ['', 'Overview'],
    ['tenants', 'Tenants'],
    [`tenants/${tenantId}`, /./],
    ['mailboxes', 'Mailboxes'],
    ['risk', 'Risk events'],
  ]);
  expect(found).toEqual([]);
}, 60_000);

it('shows jobs, webhooks, events, payments and the audit log so that everybody can use them', async () => {
  const found = await faultsOf([
    ['webhooks', 'Webhooks'],
    ['jobs', 'Outbound jobs'],
    ['events', 'Events set aside'],
    ['receipts', 'Receipts'],
    ['audit', 'Audit log'],
  ]);
  expect(found).toEqual([]);
}, 60_000);

it('says nothing on the console and asks no other origin', () => {
  // The browser itself notes the change that the API refused above.
  const own = operator.complaints.filter((text) => !text.includes('a status of 409'));
  expect(own).toEqual([]);
});
