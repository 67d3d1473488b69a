import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startBrowser } from '@mailroom/testing';
import type { Browser } from 'playwright-core';
import { openPage } from './browser-page.js';
import { startMailroom, type Mailroom } from './mailroom-fixture.js';

/** More than one answer of the API holds. */
const MAILBOXES = 52;

let mailroom: Mailroom;
let browser: Browser;
beforeAll(async () => {
  [mailroom, browser] = await Promise.all([startMailroom(), startBrowser()]);
}, 120_000);
afterAll(() => Promise.all([browser.close(), mailroom.close()]));

it('shows each mailbox of somebody who has more than fifty, in /app and in webmail', async () => {
  const oldest = await mailroom.mailbox('oldest');
  for (let at = 1; at < MAILBOXES; at++) await mailroom.mailbox(`agent${at}`);
  const { page, complaints } = await openPage(browser, `${mailroom.baseUrl}/app/mailboxes`);
  await page.getByLabel('Token').fill(mailroom.manager.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const table = page.getByRole('table', { name: 'Mailboxes' });
  await table.getByRole('link', { name: oldest.address }).waitFor();
  expect(await table.getByRole('link').count()).toBe(MAILBOXES);
  await page.goto(`${mailroom.baseUrl}/app/tasks?mailbox=${oldest.id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await page.locator('select option:checked').textContent()).toBe(oldest.address);
  await page.goto(`${mailroom.baseUrl}/app/mailboxes/${oldest.id}`);
  await page.getByRole('link', { name: 'Open webmail' }).click();
  await page.getByText('No mail yet').waitFor();
  expect(await page.getByRole('complementary').textContent()).toContain('oldest');
  expect(complaints).toEqual([]);
}, 60_000);
